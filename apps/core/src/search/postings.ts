import type { Mask } from '../bits/mask.js';
import type { Entries } from './entries.js';
import { FrozenLists, type FrozenPostings } from './frozen-postings.js';
import { LONG_BYTES } from './freeze-postings.js';
import { GrowingPostings } from './growing-postings.js';
import type { Survivors } from './survivors.js';

/**
 * What documents have, by ids of whatever they have: of each its slots in ascending order, with a code
 * for what is said of it there. Most may be frozen, in a form that is read fast and takes little room;
 * what comes after that grows beside it.
 */
export class Postings {
  /** Takes what comes after what is frozen. */
  readonly grown: GrowingPostings;
  private readonly frozen: FrozenLists;

  constructor(frozen: FrozenPostings, size: number) {
    this.frozen = new FrozenLists(frozen);
    this.grown = new GrowingPostings(size);
  }

  /** Ids below are of long lists. */
  get longFrozen(): number {
    return this.frozen.parts.long;
  }

  /** Whether something of the list is worth remembering. */
  isLong(id: number): boolean {
    return id < this.longFrozen || this.grown.lengthOf(id) >= LONG_BYTES;
  }

  /** Whether single slots are looked up sooner than those of a mask are counted. */
  isLookedUp(id: number): boolean {
    return this.frozen.isTable(id);
  }

  /** Of tables; all of its slots are below. */
  get tableSize(): number {
    return this.frozen.parts.slots;
  }

  has(id: number, slot: number): boolean {
    return slot < this.grown.start ? this.frozen.has(id, slot) : this.grown.has(id, slot);
  }

  /** Takes the slots of a list that are within a mask, in ascending order. */
  collect(id: number, within: Mask, into: Entries): void {
    this.frozen.collect(id, within, into);
    this.grown.collect(id, within, into);
  }

  /** The same, but for what tables say. */
  collectListed(id: number, within: Mask, into: Entries): void {
    if (!this.isLookedUp(id)) this.frozen.collect(id, within, into);
    this.grown.collect(id, within, into);
  }

  /** The code of a slot in a list whose slots are looked up, or -1; undefined where it is in no table. */
  codeInTable(id: number, slot: number): number | undefined {
    const isThere = this.isLookedUp(id) && slot < this.grown.start;
    return isThere ? this.frozen.codeAt(id, slot) : undefined;
  }

  /** What a table says of survivors, by place: a code and one, below 256, or 0. */
  readTable(id: number, survivors: Survivors, into: Uint8Array): void {
    this.frozen.readTable(id, survivors, into);
  }

  countWithin(id: number, within: Mask): number {
    return this.frozen.countWithin(id, within) + this.grown.countWithin(id, within);
  }
}
