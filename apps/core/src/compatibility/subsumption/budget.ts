import type { Meter } from './theories/sample.js';

/** The clock ran out: no verdict, ask again. Never a reason to call anything compatible or not. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** The steps ran out long ago and somebody still goes on: the question is left undecided. */
export class OutOfSteps extends Error {
  override readonly name = 'OutOfSteps';
}

/** How often the clock is looked at, in steps. */
const GLANCE = 2_000;

/** Steps after the last one, in which whoever has one in hand may still bring it home. */
const GRACE = 10_000;

/**
 * Steps are the same on every machine, so that a verdict is too; the clock can only abort. Whoever
 * spends is told when they have run out and should stop; who does not is stopped (`withinSteps`).
 */
export class Budget implements Meter {
  #left: number;
  #untilGlance = 0;
  readonly #paid: Set<string>;
  readonly #outOfTime: (() => boolean) | undefined;

  /** `paid`: what others have paid for that is remembered between their questions and this one. */
  constructor(steps: number, outOfTime?: () => boolean, paid = new Set<string>()) {
    this.#left = steps;
    this.#paid = paid;
    this.#outOfTime = outOfTime;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  get left(): number {
    return this.#left;
  }

  spend(steps: number): boolean {
    // One large expense does not use up the grace.
    this.#left = this.isSpent ? this.#left - steps : Math.max(-1, this.#left - steps);
    if (this.#left < -GRACE) throw new OutOfSteps('The steps for this question are used up.');
    this.#untilGlance -= steps;
    if (this.#untilGlance < 0) {
      this.#untilGlance = GLANCE;
      if (this.#outOfTime?.() === true) throw new OutOfTime('The time for this check is over.');
    }
    return !this.isSpent;
  }

  spendOnce(what: string, steps: number): boolean {
    if (this.isSpent) return false;
    if (this.#paid.has(what)) return true;
    if (!this.spend(steps)) return false;
    this.#paid.add(what);
    return true;
  }
}

/** The answer, or `otherwise` where the steps ran out on the way to it. */
export const withinSteps = <T>(ask: () => T, otherwise: T): T => {
  try {
    return ask();
  } catch (error) {
    if (error instanceof OutOfSteps) return otherwise;
    throw error;
  }
};
