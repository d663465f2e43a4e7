/**
 * A growable list of 32-bit numbers, ascending by slot. A term's postings are pairs of slot and counts
 * (four bits for each field), a character gram's single numbers (the slot, and eight bits of count).
 * It grows by half: appending is amortised constant, and little is left spare over a whole catalog.
 */
export class Postings {
  /** Only the first `length` numbers count. */
  entries = new Uint32Array(2);
  length = 0;

  push(entry: number): void {
    if (this.length === this.entries.length) {
      const grown = new Uint32Array(this.length + (this.length >>> 1) + 1);
      grown.set(this.entries);
      this.entries = grown;
    }
    this.entries[this.length++] = entry;
  }
}

const COUNT_BITS = 4;
const MOST_COUNTED = 15;
const GRAM_COUNT_BITS = 8;
const MOST_GRAMS_COUNTED = 255;

/** Slots fit into what a gram's count leaves of 32 bits. */
export const MOST_SLOTS = 2 ** (32 - GRAM_COUNT_BITS);

/** One more occurrence in a field; counts stop at 15, where BM25 has long been flat. */
export const countIn = (counts: number, field: number): number =>
  fieldCount(counts, field) === MOST_COUNTED ? counts : (counts + 2 ** (field * COUNT_BITS)) >>> 0;

export const fieldCount = (counts: number, field: number): number =>
  (counts >>> (field * COUNT_BITS)) & MOST_COUNTED;

export const packGram = (slot: number, count: number): number =>
  ((slot << GRAM_COUNT_BITS) | Math.min(count, MOST_GRAMS_COUNTED)) >>> 0;

export const gramSlot = (entry: number): number => entry >>> GRAM_COUNT_BITS;

export const gramCount = (entry: number): number => entry & MOST_GRAMS_COUNTED;

/** A term's counts at a slot, or 0 where it does not occur. */
export const countsAt = (postings: Postings, slot: number): number => {
  const { entries } = postings;
  let low = 0;
  let high = (postings.length >>> 1) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = entries[middle << 1] ?? 0;
    if (found === slot) return entries[(middle << 1) + 1] ?? 0;
    if (found < slot) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
};
