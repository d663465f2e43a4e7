import { clearBit, emptyMask, grownMask, setBit, unite, type Mask } from '../../bits/mask.js';

/** A name that few tools have costs a few numbers; a mask would cost a bit for every tool. */
const MOST_SPARSE = 64;

/** The slots of one name: listed while they are few, a mask from then on. */
export class SlotSet {
  private sparse: Set<number> | null = new Set();
  private mask: Mask = emptyMask(0);

  add(slot: number): void {
    const { sparse } = this;
    if (sparse === null) this.setInMask(slot);
    else if (sparse.size < MOST_SPARSE) sparse.add(slot);
    else {
      this.sparse = null;
      for (const listed of [...sparse, slot]) this.setInMask(listed);
    }
  }

  delete(slot: number): void {
    if (this.sparse !== null) this.sparse.delete(slot);
    else clearBit(this.mask, slot);
  }

  get isEmpty(): boolean {
    return this.sparse?.size === 0;
  }

  /** All of them, where they are many. */
  get dense(): Mask | null {
    return this.sparse === null ? this.mask : null;
  }

  /** Adds the slots to a mask that has room for all. */
  uniteInto(target: Mask): void {
    if (this.sparse === null) unite(target, this.mask);
    else this.sparse.forEach((slot) => setBit(target, slot));
  }

  private setInMask(slot: number): void {
    this.mask = grownMask(this.mask, slot + 1);
    setBit(this.mask, slot);
  }
}
