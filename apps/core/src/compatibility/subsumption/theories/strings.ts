import type { UndecidedReason } from '../verdict.js';
import type { Meter, Sample } from './sample.js';

/** A conjunction: matches all `patterns` and none of `notPatterns`, length in code points. */
export interface StringPiece {
  readonly patterns: readonly string[];
  readonly notPatterns: readonly string[];
  readonly minLength: number;
  /** Infinity: no limit. */
  readonly maxLength: number;
  /** null: any string. */
  readonly among: ReadonlySet<string> | null;
  readonly except: ReadonlySet<string>;
}

/** A union of pieces, symbolic until sampled. `gaveUp` poisons, as with numbers. */
export interface StringSet {
  readonly pieces: readonly StringPiece[];
  readonly gaveUp: UndecidedReason | null;
}

export interface StringKeywords {
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export declare const ALL_STRINGS: StringSet;
export declare const NO_STRINGS: StringSet;
export declare const stringsWith: (keywords: StringKeywords) => StringSet;
export declare const stringsAmong: (values: readonly string[]) => StringSet;
export declare const intersectStrings: (one: StringSet, other: StringSet) => StringSet;
export declare const uniteStrings: (one: StringSet, other: StringSet) => StringSet;
export declare const complementStrings: (set: StringSet) => StringSet;
/** null: not known (a pattern beyond automata, or the budget is spent). */
export declare const hasString: (set: StringSet, value: string, meter: Meter) => boolean | null;
/** Up to `count` distinct members, shortest first; no values and rest `none`: proven empty. */
export declare const sampleStrings: (set: StringSet, count: number, meter: Meter) => Sample<string>;
