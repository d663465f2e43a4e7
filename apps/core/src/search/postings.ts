/** Lists of so many numbers are worth remembering something of, and few beside all. */
const LONG = 16;

/** How many lists of a dictionary have become long. */
export interface LongLists {
  count: number;
}

/**
 * A growable list of 32-bit numbers, ascending by slot. A term's postings are pairs of slot and counts
 * (four bits for each field), a character gram's single numbers (the slot, and eight bits of count).
 * It grows by half: appending is amortised constant, and little is left spare over a whole catalog.
 */
export class Postings {
  /** For whoever remembers something of them; tells them from all others of their dictionary. */
  readonly id: number;
  /** Only the first `length` numbers count. */
  entries = new Uint32Array(2);
  length = 0;

  /** Its number among the long lists of its dictionary, or -1. */
  place = -1;

  constructor(
    id: number,
    private readonly long: LongLists = { count: 0 },
  ) {
    this.id = id;
  }

  push(entry: number): void {
    if (this.length === this.entries.length) {
      const grown = new Uint32Array(this.length + (this.length >>> 1) + 1);
      grown.set(this.entries);
      this.entries = grown;
    }
    this.entries[this.length++] = entry;
    if (this.length === LONG) this.place = this.long.count++;
  }
}

const COUNT_BITS = 4;
const MOST_COUNTED = 15;
const GRAM_COUNT_BITS = 8;
const MOST_GRAMS_COUNTED = 255;

/** Slots fit into what a gram's count leaves of 32 bits. */
export const MOST_SLOTS = 2 ** (32 - GRAM_COUNT_BITS);

/** One more occurrence of a term; counts stop at 15, where BM25 has long been flat. */
export const countTerm = (postings: Postings, slot: number, field: number): void => {
  const { entries, length } = postings;
  const one = (1 << (field * COUNT_BITS)) >>> 0;
  if (length === 0 || entries[length - 2] !== slot) {
    postings.push(slot);
    postings.push(one);
    return;
  }
  const counts = entries[length - 1] ?? 0;
  if (fieldCount(counts, field) < MOST_COUNTED) entries[length - 1] = counts + one;
};

export const fieldCount = (counts: number, field: number): number =>
  (counts >>> (field * COUNT_BITS)) & MOST_COUNTED;

/** One more occurrence of a gram. */
export const countGram = (postings: Postings, slot: number): void => {
  const { entries, length } = postings;
  const last = entries[length - 1] ?? 0;
  if (length === 0 || gramSlot(last) !== slot) postings.push(((slot << GRAM_COUNT_BITS) | 1) >>> 0);
  else if (gramCount(last) < MOST_GRAMS_COUNTED) entries[length - 1] = last + 1;
};

export const gramSlot = (entry: number): number => entry >>> GRAM_COUNT_BITS;

export const gramCount = (entry: number): number => entry & MOST_GRAMS_COUNTED;

/** Whether a gram occurs at a slot. */
export const hasGram = ({ entries, length }: Postings, slot: number): boolean => {
  let low = 0;
  let high = length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = gramSlot(entries[middle] ?? 0);
    if (found === slot) return true;
    if (found < slot) low = middle + 1;
    else high = middle - 1;
  }
  return false;
};

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
