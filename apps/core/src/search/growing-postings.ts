import type { Mask } from '../bits/mask.js';
import { ByteLists } from './byte-lists.js';
import type { Entries } from './entries.js';
import { withRoom } from './grown-array.js';
import { collectListed, countListed, isListed, type Listed } from './listed.js';

/** Lists of postings by id, which grow as documents come; each in ascending order of slots. */
export class GrowingPostings {
  private readonly lists = new ByteLists();
  private lasts = new Uint32Array(0);
  private counts = new Uint32Array(0);
  /** A list that is read, in one piece. */
  private read = new Uint8Array(0);

  /** No slot below `start` ever comes. */
  constructor(readonly start: number) {}

  /** How many documents are in a list. */
  countOf(id: number): number {
    return this.counts[id] ?? 0;
  }

  lengthOf(id: number): number {
    return this.lists.lengthOf(id);
  }

  /** Puts a document at the end of a list: how far it is from the one before, and what is said of it. */
  push(id: number, slot: number, code: number): void {
    const count = this.countOf(id);
    const gap = slot - (count === 0 ? this.start : (this.lasts[id] ?? 0));
    this.lists.pushVarint(id, gap * 2 + Number(code !== 0));
    if (code !== 0) this.lists.pushVarint(id, code);
    if (id >= this.counts.length) {
      this.counts = withRoom(this.counts, id + 1);
      this.lasts = withRoom(this.lasts, id + 1);
    }
    this.lasts[id] = slot;
    this.counts[id] = count + 1;
  }

  copy(id: number, into: Uint8Array, at: number): number {
    return this.lists.copy(id, into, at);
  }

  has(id: number, slot: number): boolean {
    return isListed(this.take(id), slot);
  }

  collect(id: number, within: Mask, into: Entries): void {
    collectListed(this.take(id), within, into);
  }

  countWithin(id: number, within: Mask): number {
    return countListed(this.take(id), within);
  }

  /** Puts a list into one piece, and says where it is. */
  private take(id: number): Listed {
    this.read = withRoom(this.read, this.lists.lengthOf(id));
    const end = this.lists.copy(id, this.read, 0);
    return { bytes: this.read, at: 0, end, slot: this.start };
  }
}
