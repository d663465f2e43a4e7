/** None of the numbers is below zero. */
const UNKNOWN = -1;

/** Numbers by places, each worked out once: an array where most will be asked for, else a map. */
export class KnownNumbers {
  private readonly few = new Map<number, number>();
  private readonly many: Float64Array;

  /** Places below `size` are in the array. */
  constructor(size: number) {
    this.many = new Float64Array(size).fill(UNKNOWN);
  }

  get byteLength(): number {
    return this.many.byteLength;
  }

  get(place: number): number | undefined {
    if (place >= this.many.length) return this.few.size === 0 ? undefined : this.few.get(place);
    const number = this.many[place];
    return number === UNKNOWN ? undefined : number;
  }

  set(place: number, number: number): void {
    if (place < this.many.length) this.many[place] = number;
    else this.few.set(place, number);
  }
}
