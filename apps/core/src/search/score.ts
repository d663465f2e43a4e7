import { hasBit, type Mask } from '../bits/mask.js';
import { FIELD_COUNT, LENGTHS } from './document.js';
import type { SearchIndex } from './index.js';
import { fieldCount, gramCount, gramSlot, type Postings } from './postings.js';
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
  survivors: Mask,
  scratch: Scratch,
): Float32Array => {
  const found = terms.map((term) => ({ term, count: visible.termCount(term.postings) }));
  rarest(found, MOST_TERM_OCCURRENCES).forEach(({ term, count }, at) => {
    term.bit = at < BITS ? 1 << at : 0;
    const idf = term.queried.weight * visible.idf(count);
    addTerm(term, idf, index.fieldLengths, visible.fieldNorms, survivors, scratch);
  });
  return scratch.terms;
};

const BITS = 32;

const addTerm = (
  { postings: { entries, length }, bit }: QueriedTerm,
  idf: number,
  fieldLengths: Uint16Array,
  norms: Float32Array,
  survivors: Mask,
  { terms: scores, found }: Scratch,
): void => {
  for (let at = 0; at < length; at += 2) {
    const slot = entries[at] ?? 0;
    if (!hasBit(survivors, slot)) continue;
    const weighted = weightedCount(entries[at + 1] ?? 0, slot * FIELD_COUNT, fieldLengths, norms);
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
  { grams: scores }: Scratch,
): Float32Array => {
  const slope = (K1 * GRAM_B) / visible.averageGrams;
  for (const { postings, count: tools } of worthwhile(index, query, visible)) {
    const idf = visible.idf(tools);
    const { entries, length } = postings;
    for (let at = 0; at < length; at++) {
      const entry = entries[at] ?? 0;
      const slot = gramSlot(entry);
      if (!hasBit(survivors, slot)) continue;
      const count = gramCount(entry);
      const norm = K1 * (1 - GRAM_B) + slope * (index.gramLengths[slot] ?? 0);
      scores[slot] = (scores[slot] ?? 0) + (idf * count) / (count + norm);
    }
  }
  return scores;
};

const worthwhile = (index: SearchIndex, query: Query, visible: VisibleTools): CountedGram[] => {
  const found: CountedGram[] = [];
  for (const gram of query.grams) {
    const postings = index.grams.get(gram);
    if (postings !== undefined) found.push({ postings, count: visible.gramCount(postings) });
  }
  return rarest(found, MOST_GRAM_OCCURRENCES);
};

interface CountedGram extends Counted {
  readonly postings: Postings;
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
