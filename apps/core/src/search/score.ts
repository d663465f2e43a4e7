import { hasBit, type Mask } from '../bits/mask.js';
import { DESCRIPTION_FIELD, FIELD_COUNT, LENGTHS, NAME_FIELD } from './document.js';
import type { SearchIndex } from './index.js';
import { fieldCount, gramCount, gramSlot, type Postings } from './postings.js';
import type { Query } from './query.js';
import type { Scratch } from './scratch.js';
import type { VisibleTools } from './visible-tools.js';

const K1 = 1.2;
const GRAM_B = 0.75;
/** How much it adds that a query accounts for the whole of a tool's name, or of its description. */
const NAME_COVERAGE = 0.5;
const DESCRIPTION_COVERAGE = 0.3;

/**
 * BM25F by slot: the counts of a term in all fields are weighted, set against the length of each
 * field, added up, and only then saturated (Robertson, Zaragoza, Taylor 2004). On top, a factor for
 * the share of the name's and the description's terms that the query has: of `get_invoice` and
 * `get_invoice_tax_report` the first is meant by "invoice".
 */
export const scoreTerms = (
  index: SearchIndex,
  query: Query,
  visible: VisibleTools,
  survivors: Mask,
  scratch: Scratch,
): Float32Array => {
  for (const term of query.terms.keys()) {
    const postings = index.terms.get(term);
    if (postings === undefined) continue;
    addTerm(
      postings,
      visible.termIdf(postings),
      index.fieldLengths,
      visible.fieldNorms,
      survivors,
      scratch,
    );
  }
  favourCovered(index, query, scratch);
  return scratch.terms;
};

const favourCovered = (
  index: SearchIndex,
  { cjk }: Query,
  { terms, named, described }: Scratch,
): void => {
  const nameWeight = cjk ? 0 : NAME_COVERAGE;
  for (let slot = 0; slot < index.size; slot++) {
    const score = terms[slot] ?? 0;
    if (score === 0) continue;
    const words = index.fieldLengths[slot * FIELD_COUNT + DESCRIPTION_FIELD] ?? 0;
    terms[slot] =
      score *
      (1 +
        nameWeight * share(named[slot] ?? 0, index.nameTerms[slot] ?? 0) +
        DESCRIPTION_COVERAGE * share(described[slot] ?? 0, words));
  }
};

const share = (matched: number, all: number): number =>
  matched === 0 ? 0 : Math.min(matched / Math.max(all, 1), 1);

const addTerm = (
  { entries, length }: Postings,
  idf: number,
  fieldLengths: Uint16Array,
  norms: Float32Array,
  survivors: Mask,
  { terms: scores, named, described }: Scratch,
): void => {
  for (let at = 0; at < length; at += 2) {
    const slot = entries[at] ?? 0;
    if (!hasBit(survivors, slot)) continue;
    const counts = entries[at + 1] ?? 0;
    const weighted = weightedCount(counts, slot * FIELD_COUNT, fieldLengths, norms);
    scores[slot] = (scores[slot] ?? 0) + (idf * weighted) / (K1 + weighted);
    if (fieldCount(counts, DESCRIPTION_FIELD) !== 0) described[slot] = (described[slot] ?? 0) + 1;
    if (fieldCount(counts, NAME_FIELD) !== 0) named[slot] = (named[slot] ?? 0) + 1;
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
  for (const gram of query.grams) {
    const postings = index.grams.get(gram);
    if (postings === undefined) continue;
    const idf = visible.gramIdf(postings);
    if (idf === 0) continue;
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
