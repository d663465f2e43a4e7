import { K1, ROUNDING, saturated, weightedCount } from './impact.js';
import type { SearchIndex } from './index.js';
import type { Query } from './query.js';
import type { QueriedTerm } from './queried-terms.js';
import { rarest, type Counted } from './rarest.js';
import type { Scratch } from './scratch.js';
import type { Survivors } from './survivors.js';
import type { VisibleTools } from './visible-tools.js';

const GRAM_B = 0.75;
/** Of a word of bits. */
const BITS = 32;
/**
 * Terms and grams are read from the rarest on, until so many occurrences were: the rest says least.
 * It bounds what a query costs; below some ten thousand tools nothing is left out.
 */
const MOST_TERM_OCCURRENCES = 120_000;
const MOST_GRAM_OCCURRENCES = 60_000;

interface ScoredTerm extends Counted {
  readonly term: QueriedTerm;
  /** With its weight in the query. */
  readonly idf: number;
}

/**
 * BM25F: the counts of a term in all fields are weighted, set against the length of each field, added
 * up, and only then saturated (Robertson, Zaragoza, Taylor 2004). That is worked out for those alone
 * which may be among the best; of the others it is enough that they are not.
 */
export class TermScores {
  /** By place, what no score is above; 0 only where there is none of the terms. */
  readonly bounds: Float32Array;
  /** By place, which terms it may have, `BITS` apart by the same bit; none where its bound is its score. */
  private readonly mayHave: Uint32Array;
  /** What a score is multiplied with, so that the best of all is 1; 0 where there is none. */
  readonly scale: number;
  private readonly terms: readonly ScoredTerm[];

  constructor(
    private readonly index: SearchIndex,
    terms: readonly QueriedTerm[],
    private readonly visible: VisibleTools,
    private readonly survivors: Survivors,
  ) {
    this.bounds = index.scratch.bounds;
    this.mayHave = index.scratch.mayHave;
    const scored = terms.map((term) => {
      const { count, queried } = term;
      return { term, count, idf: queried.weight * visible.idf(count) };
    });
    this.terms = rarest(scored, MOST_TERM_OCCURRENCES);
    this.terms.forEach((one, at) => this.bound(one, 1 << (at % BITS)));
    const best = this.best();
    this.scale = best === 0 ? 0 : 1 / best;
  }

  /** The score of a survivor, by its place; of many that are alike each is worked out, but only once. */
  at(place: number): number {
    const { bounds, mayHave, terms } = this;
    const bits = mayHave[place] ?? 0;
    if (bits === 0) return bounds[place] ?? 0;
    const slot = this.survivors.slots[place] ?? 0;
    let score = 0;
    for (let first = 0; first < terms.length; first += BITS) {
      for (let rest = bits; rest !== 0; rest &= rest - 1) {
        const one = terms[first + BITS - 1 - Math.clz32(rest & -rest)];
        if (one !== undefined) score = Math.fround(score + this.added(one, slot));
      }
    }
    bounds[place] = score;
    mayHave[place] = 0;
    return score;
  }

  private added({ term, idf }: ScoredTerm, slot: number): number {
    const counts = term.countsAt(slot);
    if (counts === 0) return 0;
    const { index, visible } = this;
    return saturated(idf, weightedCount(counts, slot, index.fieldLengths, visible.fieldNorms));
  }

  private bound({ term, idf }: ScoredTerm, bit: number): void {
    const { bounds, index, mayHave, survivors, visible } = this;
    if (index.termPostings.isLookedUp(term.id)) this.boundByTable(term.id, idf, bit);
    const { from, to } = term.entries;
    const { slots, codes } = index.scratch.entries;
    for (let at = from; at < to; at++) {
      const slot = slots[at] ?? 0;
      const counts = index.patterns.countsOf(codes[at] ?? 0);
      const weighted = weightedCount(counts, slot, index.fieldLengths, visible.fieldNorms);
      const place = survivors.placeOf(slot);
      bounds[place] = (bounds[place] ?? 0) + ROUNDING * saturated(idf, weighted);
      mayHave[place] = (mayHave[place] ?? 0) | bit;
    }
  }

  private boundByTable(id: number, idf: number, bit: number): void {
    const { bounds, index, mayHave } = this;
    const { slots, count } = this.survivors;
    const { impacts } = index.impacts;
    const { mostImpacts } = this.visible;
    const size = index.termPostings.tableSize;
    const first = id * size;
    for (let place = 0; place < count; place++) {
      const slot = slots[place] ?? 0;
      if (slot >= size) break;
      const impact = impacts[first + slot] ?? 0;
      bounds[place] = (bounds[place] ?? 0) + idf * (mostImpacts[impact] ?? 0);
      // Without a question for each: 0 stays 0, and from 1 to 255 all become -1.
      mayHave[place] = (mayHave[place] ?? 0) | (bit & -((impact + 255) >>> 8));
    }
  }

  private best(): number {
    let best = 0;
    for (let place = 0; place < this.survivors.count; place++) {
      if ((this.bounds[place] ?? 0) > best) best = Math.max(best, this.at(place));
    }
    return best;
  }
}

/** BM25 over character grams, by place: what is left of a likeness when words are misspelt. */
export const scoreGrams = (
  index: SearchIndex,
  query: Query,
  visible: VisibleTools,
  survivors: Survivors,
): Float32Array => {
  const { scratch, gramPostings } = index;
  normGrams(index, visible, survivors);
  for (const { gram, count } of worthwhile(index, query, visible)) {
    const idf = visible.idf(count);
    if (gramPostings.isLookedUp(gram)) {
      gramPostings.readTable(gram, survivors, scratch.said);
      addTable(idf, survivors, scratch);
    }
    addListed(gram, idf, index, survivors);
  }
  return scratch.grams;
};

const normGrams = (
  { gramLengths, scratch: { gramNorms } }: SearchIndex,
  { averageGrams }: VisibleTools,
  { slots, count }: Survivors,
): void => {
  const slope = (K1 * GRAM_B) / averageGrams;
  for (let place = 0; place < count; place++) {
    gramNorms[place] = K1 * (1 - GRAM_B) + slope * (gramLengths[slots[place] ?? 0] ?? 0);
  }
};

/** Without a question for each: what does not have the gram gets nothing. */
const addTable = (
  idf: number,
  { count: places }: Survivors,
  { grams, gramNorms, said }: Scratch,
): void => {
  for (let place = 0; place < places; place++) {
    const count = said[place] ?? 0;
    grams[place] = (grams[place] ?? 0) + (idf * count) / (count + (gramNorms[place] ?? 0));
  }
};

const addListed = (gram: number, idf: number, index: SearchIndex, survivors: Survivors): void => {
  const { entries, grams, gramNorms } = index.scratch;
  const from = entries.length;
  index.gramPostings.collectListed(gram, survivors.mask, entries);
  const { slots, codes } = entries;
  for (let at = from; at < entries.length; at++) {
    const place = survivors.placeOf(slots[at] ?? 0);
    const count = (codes[at] ?? 0) + 1;
    grams[place] = (grams[place] ?? 0) + (idf * count) / (count + (gramNorms[place] ?? 0));
  }
  // Nobody asks for them again.
  entries.length = from;
};

const worthwhile = (index: SearchIndex, query: Query, visible: VisibleTools): CountedGram[] => {
  const found: CountedGram[] = [];
  for (const spelt of query.grams) {
    const gram = index.grams.idOf(spelt);
    if (gram >= 0) found.push({ gram, count: visible.gramCount(gram) });
  }
  return rarest(found, MOST_GRAM_OCCURRENCES);
};

interface CountedGram extends Counted {
  readonly gram: number;
}
