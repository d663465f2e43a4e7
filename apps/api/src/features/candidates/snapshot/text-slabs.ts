import type { Place } from '../../../database/binary-row.js';

const SLAB_BYTES = 1024 * 1024;

/** Two texts in one allocation. */
export interface PlacedTexts {
  readonly slab: Buffer;
  readonly start: number;
  readonly middle: number;
  /** Where the second one starts; what is between them says nothing. */
  readonly next: number;
  readonly end: number;
}

/** Puts the texts of many versions into few allocations, which last as long as one of them does. */
export class TextSlabs {
  private slab = Buffer.alloc(0);
  private used = 0;

  /** The second is behind the first in the same bytes; what lies between them comes along. */
  put(one: Place, other: Place): PlacedTexts {
    const size = other.end - one.start;
    if (this.used + size > this.slab.length) this.begin(size);
    const { slab, used: start } = this;
    one.bytes.copy(slab, start, one.start, other.end);
    this.used = start + size;
    const moved = start - one.start;
    return {
      slab,
      start,
      middle: one.end + moved,
      next: other.start + moved,
      end: other.end + moved,
    };
  }

  private begin(size: number): void {
    this.slab = Buffer.allocUnsafeSlow(Math.max(size, SLAB_BYTES));
    this.used = 0;
  }
}

/** The texts of a single version, in an allocation of their own. */
export const placedAlone = (one: string, other: string): PlacedTexts => {
  const slab = Buffer.from(one + other);
  const middle = Buffer.byteLength(one);
  return { slab, start: 0, middle, next: middle, end: slab.length };
};
