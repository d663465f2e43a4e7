import { hasBit, type Mask } from '../bits/mask.js';
import type { Entries } from './entries.js';
import { bytesOf, longAt } from './varint.js';

/** Where a list is, and what its first gap is counted from. */
export interface Listed {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly end: number;
  readonly slot: number;
}

// The innermost loops of ranking: each reads the gaps where they stand, as a function that told one and
// where it ends would have to make an object for it.

/**
 * Takes what a list of postings says of the slots within a mask. A list is, for each document, twice
 * the gap from the one before; one more, and the code behind it, where that is not 0.
 */
export const collectListed = (list: Listed, within: Mask, into: Entries): void => {
  const { bytes, end } = list;
  into.makeRoom(end - list.at);
  const { slots, codes } = into;
  let { at, slot } = list;
  let { length } = into;
  while (at < end) {
    let gap = bytes[at++] ?? 0;
    if (gap > 127) {
      gap = longAt(bytes, at - 1);
      at += bytesOf(gap) - 1;
    }
    slot += gap >>> 1;
    let code = 0;
    if ((gap & 1) !== 0) {
      code = bytes[at++] ?? 0;
      if (code > 127) {
        code = longAt(bytes, at - 1);
        at += bytesOf(code) - 1;
      }
    }
    if (!hasBit(within, slot)) continue;
    slots[length] = slot;
    codes[length++] = code;
  }
  into.length = length;
};

/** How many slots of a list are within a mask. */
export const countListed = (list: Listed, within: Mask): number => {
  const { bytes, end } = list;
  let { at, slot } = list;
  let count = 0;
  while (at < end) {
    let gap = bytes[at++] ?? 0;
    if (gap > 127) {
      gap = longAt(bytes, at - 1);
      at += bytesOf(gap) - 1;
    }
    slot += gap >>> 1;
    // Of the code only its end matters.
    if ((gap & 1) !== 0) while ((bytes[at++] ?? 0) > 127);
    if (hasBit(within, slot)) count++;
  }
  return count;
};

/** Whether a list has a slot. */
export const isListed = (list: Listed, asked: number): boolean => {
  const { bytes, end } = list;
  let { at, slot } = list;
  for (let isFirst = true; at < end && (isFirst || slot < asked); isFirst = false) {
    const gap = longAt(bytes, at);
    at += bytesOf(gap);
    slot += gap >>> 1;
    if ((gap & 1) !== 0) while ((bytes[at++] ?? 0) > 127);
  }
  return slot === asked && at > list.at;
};

/** Calls `visit` with each slot of a list and what is said of it; for short lists. */
export const forEachListed = (
  { bytes, at: start, end, slot: before }: Listed,
  visit: (slot: number, code: number) => void,
): void => {
  let slot = before;
  for (let at = start; at < end;) {
    const gap = longAt(bytes, at);
    at += bytesOf(gap);
    slot += gap >>> 1;
    let code = 0;
    if ((gap & 1) !== 0) {
      code = longAt(bytes, at);
      at += bytesOf(code);
    }
    visit(slot, code);
  }
};
