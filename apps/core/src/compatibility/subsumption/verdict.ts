import type { Json } from '../../json/value.js';

/** `wire`: the schemas exactly as written. `declared`: objects closed to what they declare. */
export type Relation = 'wire' | 'declared';

/** Why the engine could not tell; final identifiers, part of the API. */
export const UNDECIDED_REASONS = [
  'budget',
  'regex',
  'dynamic-ref',
  'unevaluated',
  'unique-items',
  'number',
  'validators-disagree',
  'dialect',
  'keyword',
] as const;

export type UndecidedReason = (typeof UNDECIDED_REASONS)[number];

/** The answer to: does every instance that is valid under A satisfy B? */
export type Verdict =
  | { readonly verdict: 'holds' }
  | { readonly verdict: 'fails'; readonly witness: Json }
  | { readonly verdict: 'undecided'; readonly reason: UndecidedReason };
