import type { SearchIndex } from './index.js';
import { countsAt, type Postings } from './postings.js';
import type { Query, QueryTerm } from './query.js';

/** A term of a query that some tool of the index has. */
export interface QueriedTerm {
  readonly queried: QueryTerm;
  readonly postings: Postings;
  /** Its bit in `Scratch.found`, or 0 where the slots that have it are not noted. */
  bit: number;
}

/** The terms of a query in their order, looked up once. */
export const queriedTerms = (index: SearchIndex, { terms }: Query): QueriedTerm[] => {
  const found: QueriedTerm[] = [];
  for (const [term, queried] of terms) {
    const postings = index.terms.get(term);
    if (postings !== undefined) found.push({ queried, postings, bit: 0 });
  }
  return found;
};

/** Whether a slot has the term; `bits` is what was noted of the slot. */
export const hasTerm = ({ postings, bit }: QueriedTerm, slot: number, bits: number): boolean =>
  bit === 0 ? countsAt(postings, slot) !== 0 : (bits & bit) !== 0;
