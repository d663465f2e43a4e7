import { withRoom } from './grown-array.js';

/** Numbers by id of which few are not 0, until they are handed on. */
export class Tally {
  private numbers = new Uint32Array(0);
  private readonly touched: number[] = [];

  of(id: number): number {
    return this.numbers[id] ?? 0;
  }

  set(id: number, number: number): void {
    if (this.of(id) === 0) this.touched.push(id);
    this.numbers = withRoom(this.numbers, id + 1);
    this.numbers[id] = number;
  }

  countUpTo(id: number, most: number): void {
    const number = this.of(id);
    if (number < most) this.set(id, number + 1);
  }

  /** Each that is not 0, in the order in which they came to be; then all are 0 again. */
  drain(visit: (id: number, number: number) => void): void {
    for (const id of this.touched) {
      visit(id, this.of(id));
      this.numbers[id] = 0;
    }
    this.touched.length = 0;
  }
}
