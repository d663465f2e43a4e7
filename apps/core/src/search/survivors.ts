import { bitsIn, wordsFor, type Mask } from '../bits/mask.js';

/**
 * The slots that a query is ranked among. Each has a place, its number among them, by which what is
 * worked out of it lies close to what is of the next one: of a large catalog they are few. For one
 * query after the other, as memory for them is dear to get.
 */
export class Survivors {
  mask: Mask = new Uint32Array(0);
  /** By place, ascending; only the first `count`. */
  slots = new Uint32Array(0);
  count = 0;
  /** By word of the mask, how many slots are in those before it. */
  private before = new Uint32Array(0);

  /** Those that are in both masks, from now on; slots are below `size`. */
  take(live: Mask, asked: Mask, size: number): this {
    this.makeRoom(size);
    const { mask, slots, before } = this;
    const words = Math.min(live.length, asked.length, mask.length);
    let count = 0;
    for (let word = 0; word < words; word++) {
      let rest = (live[word] ?? 0) & (asked[word] ?? 0);
      mask[word] = rest;
      before[word] = count;
      while (rest !== 0) {
        slots[count++] = (word << 5) + 31 - Math.clz32(rest & -rest);
        rest &= rest - 1;
      }
    }
    mask.fill(0, words);
    this.count = count;
    return this;
  }

  /** The place of a slot that is one of them. */
  placeOf(slot: number): number {
    const word = slot >>> 5;
    const below = (this.mask[word] ?? 0) & ((1 << (slot & 31)) - 1);
    return (this.before[word] ?? 0) + bitsIn(below);
  }

  /** What is known by slot, by place. */
  placed(bySlot: Float32Array): Float32Array {
    return Float32Array.from({ length: this.count }, (_, place) => {
      const slot = this.slots[place] ?? 0;
      return bySlot[slot] ?? 0;
    });
  }

  private makeRoom(size: number): void {
    if (size <= this.slots.length) return;
    const room = size + (size >>> 1);
    this.slots = new Uint32Array(room);
    this.mask = new Uint32Array(wordsFor(room));
    this.before = new Uint32Array(wordsFor(room));
  }
}
