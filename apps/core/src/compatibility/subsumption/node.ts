/**
 * The normal form: a schema as a formula over small tests, each of which says something about one
 * type of instance and nothing about the others.
 */
import type { UndecidedReason } from './verdict.js';

/** A node's number, negative for its negation. */
export type Literal = number;

export const TRUE: Literal = 1;
export const FALSE: Literal = -1;

/** The kinds of instance, one bit each; the two booleans apart, since that leaves them no inside. */
export const WORLD = {
  null: 1,
  false: 2,
  true: 4,
  number: 8,
  string: 16,
  array: 32,
  object: 64,
} as const;

export const ALL_WORLDS = 127;

/** Some of the keys of an object. */
export type KeySet =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'pattern'; readonly source: string }
  /** Every key that is none of the names and matches none of the patterns. */
  | {
      readonly kind: 'other';
      readonly names: readonly string[];
      readonly patterns: readonly string[];
    }
  /** Every key that, as a string, fails the schema. */
  | { readonly kind: 'failing'; readonly schema: Literal };

export type NumberBound =
  'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';

export type NumberTest =
  | { readonly kind: 'bound'; readonly keyword: NumberBound; readonly limit: number }
  | { readonly kind: 'integer' }
  | { readonly kind: 'numbers'; readonly values: readonly number[] };

export type StringTest =
  | { readonly kind: 'minLength'; readonly limit: number }
  | { readonly kind: 'maxLength'; readonly limit: number }
  | { readonly kind: 'pattern'; readonly source: string }
  | { readonly kind: 'strings'; readonly values: ReadonlySet<string> }
  | { readonly kind: 'format'; readonly name: string };

export type ArrayTest =
  | { readonly kind: 'minItems'; readonly limit: number }
  | { readonly kind: 'maxItems'; readonly limit: number }
  | { readonly kind: 'unique' }
  /** The item at this index, if there is one. */
  | { readonly kind: 'itemAt'; readonly index: number; readonly schema: Literal }
  | { readonly kind: 'itemsFrom'; readonly index: number; readonly schema: Literal }
  | { readonly kind: 'atLeast'; readonly count: number; readonly schema: Literal };

export type ObjectTest =
  | { readonly kind: 'minProperties'; readonly limit: number }
  | { readonly kind: 'maxProperties'; readonly limit: number }
  | { readonly kind: 'has'; readonly name: string }
  /** Under every key of the set the value satisfies the schema. */
  | { readonly kind: 'all'; readonly keys: KeySet; readonly schema: Literal };

export type Connective =
  | { readonly kind: 'worlds'; readonly worlds: number }
  | { readonly kind: 'and'; readonly parts: readonly Literal[] }
  /** Exactly one of them. */
  | { readonly kind: 'one'; readonly parts: readonly Literal[] }
  /** Stands for a schema that refers back to itself. */
  | { readonly kind: 'recursion'; readonly place: string }
  /** What we cannot read: true or false, but nobody knows which. No two are the same. */
  | { readonly kind: 'unknown'; readonly reason: UndecidedReason; readonly serial: number };

/** Of one world; true of every instance of the others. */
export type Test = NumberTest | StringTest | ArrayTest | ObjectTest;

export type Node = Test | Connective;

/** The world that a test is about; 0 for what connects tests. */
export const WORLD_OF: Readonly<Record<Node['kind'], number>> = {
  bound: WORLD.number,
  integer: WORLD.number,
  numbers: WORLD.number,
  minLength: WORLD.string,
  maxLength: WORLD.string,
  pattern: WORLD.string,
  strings: WORLD.string,
  format: WORLD.string,
  minItems: WORLD.array,
  maxItems: WORLD.array,
  unique: WORLD.array,
  itemAt: WORLD.array,
  itemsFrom: WORLD.array,
  atLeast: WORLD.array,
  minProperties: WORLD.object,
  maxProperties: WORLD.object,
  has: WORLD.object,
  all: WORLD.object,
  worlds: 0,
  and: 0,
  one: 0,
  recursion: 0,
  unknown: 0,
};
