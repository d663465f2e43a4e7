import { withRoom } from './grown-array.js';

const COUNT_BITS = 4;
const MOST_COUNTED = 15;

/** How often a term is in a field, of its counts in all fields. */
export const fieldCount = (counts: number, field: number): number =>
  (counts >>> (field * COUNT_BITS)) & MOST_COUNTED;

/** One more occurrence in a field; counts stop at 15, where BM25 has long been flat. */
export const countedIn = (counts: number, field: number): number =>
  fieldCount(counts, field) === MOST_COUNTED
    ? counts
    : (counts + (1 << (field * COUNT_BITS))) >>> 0;

/**
 * Counts of a term in the fields of a document, four bits each, by codes: there are few of them, as
 * most terms are once in one field, and a code takes a quarter of the room.
 */
export class CountPatterns {
  private counts: Uint32Array<ArrayBuffer>;
  private readonly codes: Map<number, number>;

  constructor(known: Uint32Array<ArrayBuffer>) {
    this.counts = known;
    this.codes = new Map(Array.from(known, (counts, code) => [counts, code]));
  }

  countsOf(code: number): number {
    return this.counts[code] ?? 0;
  }

  codeOf(counts: number): number {
    const known = this.codes.get(counts);
    if (known !== undefined) return known;
    const code = this.codes.size;
    this.codes.set(counts, code);
    this.counts = withRoom(this.counts, code + 1);
    this.counts[code] = counts;
    return code;
  }

  /** All of them, by their codes. */
  get all(): Uint32Array<ArrayBuffer> {
    return this.counts.slice(0, this.codes.size);
  }
}
