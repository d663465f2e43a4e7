import type { UndecidedReason } from '../verdict.js';
import type { Rational } from './rational.js';
import type { Meter, Sample } from './sample.js';

/** One end of an interval; an open end leaves its value out. */
export interface End {
  readonly at: Rational;
  readonly open: boolean;
}

/** All x between the ends that lie on the lattice, off the other lattices, and are no hole. */
export interface NumberPiece {
  readonly lower: End | null;
  readonly upper: End | null;
  readonly multipleOf: Rational | null;
  readonly notMultipleOf: readonly Rational[];
  readonly holes: ReadonlyMap<string, Rational>;
}

/** A union of pieces. `gaveUp` poisons: whatever is built from it is undecided where it matters. */
export interface NumberSet {
  readonly pieces: readonly NumberPiece[];
  readonly gaveUp: UndecidedReason | null;
}

/** Number keywords of one schema object; `integer` is the JSON Schema type. */
export interface NumberKeywords {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly integer?: boolean;
}

export declare const ALL_NUMBERS: NumberSet;
export declare const NO_NUMBERS: NumberSet;
export declare const numbersWith: (keywords: NumberKeywords) => NumberSet;
export declare const numbersAmong: (values: readonly number[]) => NumberSet;
export declare const intersectNumbers: (one: NumberSet, other: NumberSet) => NumberSet;
export declare const uniteNumbers: (one: NumberSet, other: NumberSet) => NumberSet;
export declare const complementNumbers: (set: NumberSet) => NumberSet;
/** null: not known, the set gave up. */
export declare const hasNumber: (set: NumberSet, value: number) => boolean | null;
/** Up to `count` distinct members, the simplest first; empty values and rest `none`: proven empty. */
export declare const sampleNumbers: (set: NumberSet, count: number, meter: Meter) => Sample<number>;
