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

/** Puts many texts into few allocations, which last as long as one of the texts does. */
export class TextSlabs {
  private slab = Buffer.alloc(0);
  private used = 0;

  /** Everything from the first text to the last, which is behind it in the same bytes. */
  keep(first: Place, last: Place): Place {
    const size = last.end - first.start;
    if (this.used + size > this.slab.length) this.begin(size);
    const { slab: bytes, used: start } = this;
    first.bytes.copy(bytes, start, first.start, last.end);
    this.used = start + size;
    return { bytes, start, end: this.used };
  }

  /** The second is behind the first in the same bytes; what lies between them comes along. */
  put(one: Place, other: Place): PlacedTexts {
    const { bytes: slab, start, end } = this.keep(one, other);
    const moved = start - one.start;
    return { slab, start, middle: one.end + moved, next: other.start + moved, end };
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
