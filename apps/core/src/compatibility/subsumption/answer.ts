import type { Json } from '../../json/value.js';
import type { Literal } from './node.js';
import type { Evaluator } from './evaluate.js';
import type { Store } from './store.js';
import type { Meter } from './theories/sample.js';
import type { UndecidedReason } from './verdict.js';
import { HEAVIEST, weightOf } from './weight.js';

/** Is there an instance? `empty` is a proof that there is none. */
export type Answer =
  | { readonly kind: 'empty' }
  | { readonly kind: 'instance'; readonly value: Json }
  | { readonly kind: 'unknown'; readonly reason: UndecidedReason };

export const EMPTY: Answer = { kind: 'empty' };

export const instance = (value: Json): Answer => ({ kind: 'instance', value });

/** The instance, unless it is too large to be looked at or shown. */
export const instanceWithin = (value: Json): Answer =>
  weightOf(value) > HEAVIEST ? unknown('budget') : instance(value);

export const unknown = (reason: UndecidedReason): Answer => ({ kind: 'unknown', reason });

/** Up to so many different instances; `rest` as with the samples of the theories. */
export interface Several {
  readonly values: readonly Json[];
  readonly rest: 'none' | 'some' | UndecidedReason;
}

/** What the search in one world asks of the search as a whole. */
export interface Search {
  readonly store: Store;
  readonly evaluator: Evaluator;
  readonly meter: Meter;
  /** An instance of all of these at once. */
  find(literals: readonly Literal[]): Answer;
  findSeveral(literals: readonly Literal[], wanted: number): Several;
  readonly assertsFormats: boolean;
  /** Goes one level down; null where that is too deep. */
  deeper<T>(ask: () => T): T | null;
}
