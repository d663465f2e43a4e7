/** Lists of numbers by slot, one after the other in a single array; slots come in ascending order. */
export class TermLists {
  /** All lists; each from `startOf` to `endOf` its slot. */
  numbers = new Uint32Array(64);
  private ends = new Uint32Array(64);
  private size = 0;
  private used = 0;

  /** The list of a slot that has none yet; those of the slots left out are empty. */
  add(slot: number, list: readonly number[]): void {
    if (slot >= this.ends.length) this.ends = grown(this.ends, slot + 1);
    if (this.used + list.length > this.numbers.length) {
      this.numbers = grown(this.numbers, this.used + list.length);
    }
    this.ends.fill(this.used, this.size, slot);
    this.numbers.set(list, this.used);
    this.used += list.length;
    this.ends[slot] = this.used;
    this.size = slot + 1;
  }

  startOf(slot: number): number {
    return slot === 0 ? 0 : (this.ends[slot - 1] ?? 0);
  }

  endOf(slot: number): number {
    return this.ends[slot] ?? 0;
  }
}

const grown = (from: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> => {
  const into = new Uint32Array(Math.max(least, from.length + (from.length >>> 1)));
  into.set(from);
  return into;
};
