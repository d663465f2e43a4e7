import type { Mask } from '../bits/mask.js';
import { fieldCount } from './count-patterns.js';
import { FIELD_COUNT, LENGTHS } from './document.js';
import type { SearchIndex } from './index.js';
import type { Query } from './query.js';
import type { QueriedTerm } from './queried-terms.js';
import type { Scratch } from './scratch.js';
import type { VisibleTools } from './visible-tools.js';

const K1 = 1.2;
const GRAM_B = 0.75;
/**
 * Terms and grams are read from the rarest on, until so many occurrences were: the rest says least.
 * It bounds what a query costs; below some ten thousand tools nothing is left out.
 */
const MOST_TERM_OCCURRENCES = 120_000;
const MOST_GRAM_OCCURRENCES = 60_000;

/**
 * BM25F by slot: the counts of a term in all fields are weighted, set against the length of each
 * field, added up, and only then saturated (Robertson, Zaragoza, Taylor 2004).
 */
export const scoreTerms = (
  index: SearchIndex,
  terms: readonly QueriedTerm[],
  visible: VisibleTools,
  scratch: Scratch,
): Float32Array => {
  const found = terms.map((term) => ({ term, count: term.count }));
  rarest(found, MOST_TERM_OCCURRENCES).forEach(({ term, count }, at) => {
    term.bit = at < BITS ? 1 << at : 0;
    const idf = term.queried.weight * visible.idf(count);
    addTerm(term, idf, index, visible.fieldNorms, scratch);
  });
  return scratch.terms;
};

const BITS = 32;

const addTerm = (
  { entries: { from, to }, bit }: QueriedTerm,
  idf: number,
  { fieldLengths, patterns }: SearchIndex,
  norms: Float32Array,
  { terms: scores, found, entries: { slots, codes } }: Scratch,
): void => {
  for (let at = from; at < to; at++) {
    const slot = slots[at] ?? 0;
    const counts = patterns.countsOf(codes[at] ?? 0);
    const weighted = weightedCount(counts, slot * FIELD_COUNT, fieldLengths, norms);
    scores[slot] = (scores[slot] ?? 0) + (idf * weighted) / (K1 + weighted);
    found[slot] = (found[slot] ?? 0) | bit;
  }
};

const weightedCount = (
  counts: number,
  firstField: number,
  fieldLengths: Uint16Array,
  norms: Float32Array,
): number => {
  let weighted = 0;
  for (let rest = counts; rest !== 0;) {
    const field = (31 - Math.clz32(rest)) >>> 2;
    const length = fieldLengths[firstField + field] ?? 0;
    weighted += fieldCount(counts, field) * (norms[field * LENGTHS + length] ?? 0);
    rest &= (1 << (field << 2)) - 1;
  }
  return weighted;
};

/** BM25 over character grams, by slot: what is left of a likeness when words are misspelt. */
export const scoreGrams = (
  index: SearchIndex,
  query: Query,
  visible: VisibleTools,
  survivors: Mask,
  { grams: scores, entries }: Scratch,
): Float32Array => {
  const slope = (K1 * GRAM_B) / visible.averageGrams;
  const from = entries.length;
  for (const { gram, count: tools } of worthwhile(index, query, visible)) {
    const idf = visible.idf(tools);
    index.gramPostings.collect(gram, survivors, entries);
    const { slots, codes } = entries;
    for (let at = from; at < entries.length; at++) {
      const slot = slots[at] ?? 0;
      const count = (codes[at] ?? 0) + 1;
      const norm = K1 * (1 - GRAM_B) + slope * (index.gramLengths[slot] ?? 0);
      scores[slot] = (scores[slot] ?? 0) + (idf * count) / (count + norm);
    }
    // Nobody asks for them again.
    entries.length = from;
  }
  return scores;
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

interface Counted {
  /** How many of the visible tools have it. */
  readonly count: number;
}

/** Chosen by what is visible alone, as all that scores depend on. */
const rarest = <T extends Counted>(found: readonly T[], most: number): T[] => {
  const present = found.filter(({ count }) => count > 0);
  present.sort((one, other) => one.count - other.count);
  let occurrences = 0;
  return present.filter(({ count }, at) => (occurrences += count) <= most || at === 0);
};
