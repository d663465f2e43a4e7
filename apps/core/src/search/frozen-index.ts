import { NO_POSTINGS, type FrozenPostings } from './frozen-postings.js';
import { noGrams, type GramTableParts } from './gram-table.js';
import { NO_IMPACTS, type ImpactTable } from './impact-table.js';
import { noLists, type TermListsParts } from './term-lists.js';
import { noTerms, type TermTableParts } from './term-table.js';

/** An index as arrays of numbers alone, which one thread can hand to another. */
export interface FrozenIndex {
  readonly terms: TermTableParts;
  readonly grams: GramTableParts;
  readonly termPostings: FrozenPostings;
  readonly gramPostings: FrozenPostings;
  readonly impacts: ImpactTable;
  readonly patterns: Uint32Array<ArrayBuffer>;
  readonly nameTerms: TermListsParts;
  readonly descriptionTerms: TermListsParts;
  readonly fieldLengths: Uint16Array<ArrayBuffer>;
  readonly gramLengths: Uint16Array<ArrayBuffer>;
}

export const emptyIndex = (seed: number): FrozenIndex => ({
  terms: noTerms(seed),
  grams: noGrams(),
  termPostings: NO_POSTINGS,
  gramPostings: NO_POSTINGS,
  impacts: NO_IMPACTS,
  patterns: new Uint32Array(0),
  nameTerms: noLists(),
  descriptionTerms: noLists(),
  fieldLengths: new Uint16Array(0),
  gramLengths: new Uint16Array(0),
});
