import type { Meter } from './theories/sample.js';

/** The clock ran out: no verdict, ask again. Never a reason to call anything compatible or not. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** How often the clock is looked at, in steps. */
const GLANCE = 2_000;

/** Steps are the same on every machine, so that a verdict is too; the clock can only abort. */
export class Budget implements Meter {
  #left: number;
  #untilGlance = 0;
  readonly #outOfTime: (() => boolean) | undefined;

  constructor(steps: number, outOfTime?: () => boolean) {
    this.#left = steps;
    this.#outOfTime = outOfTime;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  get left(): number {
    return this.#left;
  }

  spend(steps: number): boolean {
    this.#left -= steps;
    this.#untilGlance -= steps;
    if (this.#untilGlance < 0) {
      this.#untilGlance = GLANCE;
      if (this.#outOfTime?.() === true) throw new OutOfTime('The time for this check is over.');
    }
    return this.#left >= 0;
  }
}
