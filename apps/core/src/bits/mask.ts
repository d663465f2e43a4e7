/**
 * A set of slots, one bit each: slot `s` is bit `s & 31` of word `s >>> 5`. Words past the end of the
 * array are zero.
 */
export type Mask = Uint32Array;

export const wordsFor = (slots: number): number => (slots + 31) >>> 5;

export const emptyMask = (slots: number): Mask => new Uint32Array(wordsFor(slots));

export const maskOf = (slots: Iterable<number>, size: number): Mask => {
  const mask = emptyMask(size);
  for (const slot of slots) setBit(mask, slot);
  return mask;
};

/** Every slot below `size`. */
export const fullMask = (size: number): Mask => {
  const mask = emptyMask(size).fill(0xffffffff);
  const rest = size & 31;
  if (rest !== 0) mask[mask.length - 1] = 2 ** rest - 1;
  return mask;
};

export const hasBit = (mask: Mask, slot: number): boolean =>
  ((mask[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;

export const setBit = (mask: Mask, slot: number): void => {
  mask[slot >>> 5] = (mask[slot >>> 5] ?? 0) | (1 << (slot & 31));
};

export const clearBit = (mask: Mask, slot: number): void => {
  mask[slot >>> 5] = (mask[slot >>> 5] ?? 0) & ~(1 << (slot & 31));
};

/** The same mask with room for `slots`, doubling so that growing by one stays cheap. */
export const grownMask = (mask: Mask, slots: number): Mask => {
  if (wordsFor(slots) <= mask.length) return mask;
  const grown = new Uint32Array(Math.max(wordsFor(slots), mask.length * 2));
  grown.set(mask);
  return grown;
};

/** The slots of both, in a mask of its own. */
export const intersection = (a: Mask, b: Mask): Mask => {
  const result = new Uint32Array(Math.min(a.length, b.length));
  for (let word = 0; word < result.length; word++) result[word] = (a[word] ?? 0) & (b[word] ?? 0);
  return result;
};

/** Adds the slots of `more` to `mask`, which must have room for them. */
export const unite = (mask: Mask, more: Mask): void => {
  const words = Math.min(mask.length, more.length);
  for (let word = 0; word < words; word++) mask[word] = (mask[word] ?? 0) | (more[word] ?? 0);
};

/** Keeps in `mask` only the slots of `other`. */
export const narrow = (mask: Mask, other: Mask): void => {
  const words = Math.min(mask.length, other.length);
  for (let word = 0; word < words; word++) mask[word] = (mask[word] ?? 0) & (other[word] ?? 0);
  mask.fill(0, words);
};

const MOST_AT_ONCE = 4;

/**
 * Keeps in `mask` only the slots that are in at least one of the others. One pass for up to four of
 * them: what a large catalog costs here is the memory that is read. And none is read past its end, since
 * a loop that does so once is several times as slow from then on.
 */
export const narrowToAny = (mask: Mask, others: readonly Mask[]): void => {
  if (others.length > MOST_AT_ONCE) {
    const last = others.slice(MOST_AT_ONCE - 1);
    const few = [...others.slice(0, MOST_AT_ONCE - 1), united(mask.length, last)];
    return narrowToAny(mask, few);
  }
  const [a, b, c, d] = others;
  if (a === undefined) mask.fill(0);
  else if (b === undefined) narrow(mask, a);
  else {
    const words = c === undefined ? narrowToTwo(mask, a, b) : narrowToFour(mask, a, b, c, d ?? a);
    if (words === mask.length) return;
    const longer = others.filter(({ length }) => length > words);
    narrowToAny(
      mask.subarray(words),
      longer.map((other) => other.subarray(words)),
    );
  }
};

const united = (words: number, masks: readonly Mask[]): Mask => {
  const union = new Uint32Array(words);
  for (const mask of masks) unite(union, mask);
  return union;
};

/** As far as all of them go; how many words that are. */
const narrowToTwo = (mask: Mask, a: Mask, b: Mask): number => {
  const words = Math.min(mask.length, a.length, b.length);
  for (let word = 0; word < words; word++) {
    mask[word] = (mask[word] ?? 0) & ((a[word] ?? 0) | (b[word] ?? 0));
  }
  return words;
};

const narrowToFour = (mask: Mask, a: Mask, b: Mask, c: Mask, d: Mask): number => {
  const words = Math.min(mask.length, a.length, b.length, c.length, d.length);
  for (let word = 0; word < words; word++) {
    mask[word] =
      (mask[word] ?? 0) & ((a[word] ?? 0) | (b[word] ?? 0) | (c[word] ?? 0) | (d[word] ?? 0));
  }
  return words;
};

export const countBits = (mask: Mask): number => {
  let count = 0;
  for (let word = 0; word < mask.length; word++) count += bitsIn(mask[word] ?? 0);
  return count;
};

/** How many slots are in both a mask and one of so many words that begins at a place of an array. */
export const countCommon = (
  mask: Mask,
  others: Uint32Array,
  first: number,
  words: number,
): number => {
  const last = Math.min(mask.length, words);
  let count = 0;
  for (let word = 0; word < last; word++) {
    count += bitsIn((mask[word] ?? 0) & (others[first + word] ?? 0));
  }
  return count;
};

/** Calls `visit` with each slot, ascending. */
export const forEachBit = (mask: Mask, visit: (slot: number) => void): void => {
  for (let word = 0; word < mask.length; word++) {
    let rest = mask[word] ?? 0;
    while (rest !== 0) {
      visit((word << 5) + 31 - Math.clz32(rest & -rest));
      rest &= rest - 1;
    }
  }
};

export const bitsIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};
