import { fullMask } from '../bits/mask.js';
import { FIELD_COUNT } from './document.js';
import { Entries } from './entries.js';
import { FrozenLists, type FrozenPostings } from './frozen-postings.js';
import { averageOf, fieldNorms, ROUNDING, saturated, weightedCount } from './impact.js';

/**
 * How much the terms of tables say of each slot, roughly: what is far from the best is known to be so
 * without its counts and lengths. They are made for the averages of the whole index, of which no
 * score may tell; so they only ever bound what is worked out for one collection.
 */
export interface ImpactTable {
  /** By id and slot as in the tables of the postings: 255ths, rounded up; 0 where it does not occur. */
  readonly impacts: Uint8Array<ArrayBuffer>;
  /** How long the fields are on average, where they are not all empty. */
  readonly averages: Float64Array<ArrayBuffer>;
}

export const NO_IMPACTS: ImpactTable = {
  impacts: new Uint8Array(0),
  averages: new Float64Array(0),
};

const STEPS = 255;

export const impactTable = (
  postings: FrozenPostings,
  patterns: Uint32Array,
  fieldLengths: Uint16Array,
  size: number,
): ImpactTable => {
  const totals = new Array<number>(FIELD_COUNT).fill(0);
  for (let at = 0; at < size * FIELD_COUNT; at++) {
    const field = at % FIELD_COUNT;
    totals[field] = (totals[field] ?? 0) + (fieldLengths[at] ?? 0);
  }
  const averages = totals.map((total) => averageOf(total, size));
  const norms = fieldNorms(averages);
  const { slots, tables } = postings;
  const impacts = new Uint8Array(tables * slots);
  const lists = new FrozenLists(postings);
  const all = fullMask(slots);
  const entries = new Entries();
  for (let id = 0; id < tables; id++) {
    entries.length = 0;
    lists.collect(id, all, entries);
    for (let at = 0; at < entries.length; at++) {
      const slot = entries.slots[at] ?? 0;
      const counts = patterns[entries.codes[at] ?? 0] ?? 0;
      const impact = saturated(1, weightedCount(counts, slot, fieldLengths, norms));
      impacts[id * slots + slot] = Math.ceil(impact * STEPS);
    }
  }
  return { impacts, averages: Float64Array.from(averages) };
};

/**
 * By what a table says, the most that it can be in a collection of other averages: an occurrence in a
 * field counts more where such fields are longer, by no more than as much as they are.
 */
export const mostImpacts = (
  { averages }: ImpactTable,
  totals: readonly number[],
  size: number,
): Float64Array => {
  let longer = 1;
  averages.forEach((average, field) => {
    const total = totals[field] ?? 0;
    if (total > 0) longer = Math.max(longer, total / size / average);
  });
  return Float64Array.from({ length: STEPS + 1 }, (_, step) => {
    const impact = step / STEPS;
    return (ROUNDING * longer * impact) / (1 + (longer - 1) * impact);
  });
};
