import type { UndecidedReason } from '../verdict.js';

/**
 * Some members of a set, the simplest first. `rest` says what else there is: `none` (these are
 * all), `some` (as many as were asked for; there may be more), or why the search gave up.
 */
export interface Sample<T> {
  readonly values: readonly T[];
  readonly rest: 'none' | 'some' | UndecidedReason;
}

/** Proven empty; a search that gave up is not. */
export const isEmptySample = <T>(sample: Sample<T>): boolean =>
  sample.values.length === 0 && sample.rest === 'none';

/** Counts steps; false once the budget is spent. The same everywhere, unlike a clock. */
export interface Meter {
  spend(steps: number): boolean;
  /** What is worked out once and then remembered costs the first time only, whoever paid before. */
  spendOnce(what: string, steps: number): boolean;
}

export const createMeter = (budget: number): Meter => {
  let left = budget;
  const paid = new Set<string>();
  const spend = (steps: number): boolean => {
    left -= steps;
    return left >= 0;
  };
  const spendOnce = (what: string, steps: number): boolean => {
    if (paid.has(what)) return left >= 0;
    paid.add(what);
    return spend(steps);
  };
  return { spend, spendOnce };
};
