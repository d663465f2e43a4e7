import { withRoom } from './grown-array.js';

/** Slots with what a list of postings says of each; of one query at a time. */
export class Entries {
  slots = new Uint32Array(1024);
  codes = new Uint32Array(1024);
  length = 0;

  /** Has room for so many more. */
  makeRoom(more: number): void {
    this.slots = withRoom(this.slots, this.length + more);
    this.codes = withRoom(this.codes, this.length + more);
  }

  /** Where a slot is between two places, in ascending order, or -1. */
  find(slot: number, from: number, to: number): number {
    let low = from;
    let high = to - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.slots[middle] ?? 0;
      if (found === slot) return middle;
      if (found < slot) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
