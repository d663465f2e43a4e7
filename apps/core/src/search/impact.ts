import { fieldCount } from './count-patterns.js';
import { FIELD_COUNT, FIELDS, LENGTHS } from './document.js';

/** How soon a term that occurs again adds little, of words and of grams. */
export const K1 = 1.2;
/** Scores are sums of rounded numbers: so much more than their sum are they never. */
export const ROUNDING = 1.0001;

/** What one occurrence in a field of so many terms counts: `field * LENGTHS + length`. */
export const fieldNorms = (averages: readonly number[]): Float32Array => {
  const norms = new Float32Array(FIELD_COUNT * LENGTHS);
  FIELDS.forEach(({ weight, b }, field) => {
    const average = averages[field] ?? 1;
    for (let length = 0; length < LENGTHS; length++) {
      norms[field * LENGTHS + length] = weight / (1 - b + (b * length) / average);
    }
  });
  return norms;
};

/** By what the lengths of fields are judged: where all are empty, no length occurs. */
export const averageOf = (total: number, size: number): number => (total === 0 ? 1 : total / size);

/** The counts of a term in all fields of a slot, each by the length of its field. */
export const weightedCount = (
  counts: number,
  slot: number,
  fieldLengths: Uint16Array,
  norms: Float32Array,
): number => {
  const firstField = slot * FIELD_COUNT;
  let weighted = 0;
  for (let rest = counts; rest !== 0;) {
    const field = (31 - Math.clz32(rest)) >>> 2;
    const length = fieldLengths[firstField + field] ?? 0;
    weighted += fieldCount(counts, field) * (norms[field * LENGTHS + length] ?? 0);
    rest &= (1 << (field << 2)) - 1;
  }
  return weighted;
};

/** How much of its IDF a term adds to a score: once for all counts together, and never all of it. */
export const saturated = (idf: number, weighted: number): number =>
  (idf * weighted) / (K1 + weighted);
