import { countBits, countCommon, hasBit, wordsFor, type Mask } from '../bits/mask.js';
import type { Entries } from './entries.js';
import { collectListed, countListed, forEachListed, isListed, type Listed } from './listed.js';
import type { Survivors } from './survivors.js';

/**
 * Lists of postings that do not change any more, as few arrays. The first ids are those of lists that
 * have many of the slots: what is said of each slot is where it can be looked up, as a code and one,
 * or 0 where the list does not have it. Codes that are too large for that are in a list beside it.
 */
export interface FrozenPostings {
  /** All slots are below; a multiple of 32. */
  readonly slots: number;
  /** Bits of each slot in a table: 4 or 8. */
  readonly bits: 4 | 8;
  readonly tables: number;
  /** Ids below are of long lists, of which something is worth remembering. */
  readonly long: number;
  readonly table: Uint8Array;
  /** One mask behind the other of which slots a table says anything of, as many are soon counted so. */
  readonly present: Uint32Array;
  readonly bytes: Uint8Array;
  /** By id, where its list starts; one more than there are lists. */
  readonly starts: Uint32Array;
}

export const NO_POSTINGS: FrozenPostings = {
  slots: 0,
  bits: 8,
  tables: 0,
  long: 0,
  table: new Uint8Array(0),
  present: new Uint32Array(0),
  bytes: new Uint8Array(0),
  starts: new Uint32Array(1),
};

/** Reads what does not change. */
export class FrozenLists {
  private readonly perByte: number;
  /** What a table says of a slot that is in the list beside it. */
  private readonly most: number;

  constructor(readonly parts: FrozenPostings) {
    this.perByte = parts.bits === 4 ? 1 : 0;
    this.most = 2 ** parts.bits - 1;
  }

  isTable(id: number): boolean {
    return id < this.parts.tables;
  }

  has(id: number, slot: number): boolean {
    if (!this.isTable(id)) return isListed(this.listOf(id), slot);
    return this.at(id * this.parts.slots, slot) !== 0;
  }

  /** The code of a slot in a table, or -1. */
  codeAt(id: number, slot: number): number {
    const said = this.at(id * this.parts.slots, slot);
    return said < this.most ? said - 1 : this.largeCodeAt(id, slot);
  }

  /** What a table says of survivors, by place: a code and one, below 256, or 0. */
  readTable(id: number, survivors: Survivors, into: Uint8Array): void {
    const { slots, count } = survivors;
    const { slots: size } = this.parts;
    const first = id * size;
    for (let place = 0; place < count; place++) {
      const slot = slots[place] ?? 0;
      into[place] = slot < size ? this.at(first, slot) : 0;
    }
    const list = this.listOf(id);
    if (list.at === list.end) return;
    forEachListed(list, (slot, code) => {
      if (hasBit(survivors.mask, slot)) into[survivors.placeOf(slot)] = code + 1;
    });
  }

  collect(id: number, within: Mask, into: Entries): void {
    const list = this.listOf(id);
    if (!this.isTable(id)) return collectListed(list, within, into);
    const from = into.length;
    this.look(id, within, into);
    if (list.at === list.end) return;
    const to = into.length;
    collectListed(list, within, into);
    // Each of them was found in the table, too.
    for (let large = to, at = from; large < into.length; large++, at++) {
      while (into.slots[at] !== into.slots[large]) at++;
      into.codes[at] = into.codes[large] ?? 0;
    }
    into.length = to;
  }

  countWithin(id: number, within: Mask): number {
    if (!this.isTable(id)) return countListed(this.listOf(id), within);
    const words = wordsFor(this.parts.slots);
    return countCommon(within, this.parts.present, id * words, words);
  }

  /** Takes from a table what it says of each slot. */
  private look(id: number, within: Mask, into: Entries): void {
    const first = id * this.parts.slots;
    const words = Math.min(within.length, wordsFor(this.parts.slots));
    into.makeRoom(countBits(within));
    const { slots, codes } = into;
    let { length } = into;
    for (let word = 0; word < words; word++) {
      let rest = within[word] ?? 0;
      while (rest !== 0) {
        const slot = (word << 5) + 31 - Math.clz32(rest & -rest);
        rest &= rest - 1;
        const said = this.at(first, slot);
        if (said === 0) continue;
        slots[length] = slot;
        codes[length++] = said - 1;
      }
    }
    into.length = length;
  }

  private largeCodeAt(id: number, asked: number): number {
    let found = -1;
    forEachListed(this.listOf(id), (slot, code) => {
      if (slot === asked) found = code;
    });
    return found;
  }

  private at(first: number, slot: number): number {
    const { perByte, most } = this;
    const byte = this.parts.table[(first + slot) >>> perByte] ?? 0;
    return (byte >>> ((slot & perByte) << 2)) & most;
  }

  private listOf(id: number): Listed {
    const { bytes, starts } = this.parts;
    return { bytes, at: starts[id] ?? 0, end: starts[id + 1] ?? 0, slot: 0 };
  }
}
