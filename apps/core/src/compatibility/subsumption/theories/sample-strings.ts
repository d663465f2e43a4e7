import { matchesNatively } from '../../../schema/backtracking/native-match.js';
import type { UndecidedReason } from '../verdict.js';
import { automatonOf, patternSteps } from './pattern-automaton.js';
import type { Meter, Sample } from './sample.js';
import { codePointLength, type StringPiece, type StringSet } from './strings.js';
import { meetsAll, wordsOf, type Demand } from './words.js';

/**
 * Up to `count` distinct members, shortest first and the most readable first; never one with a
 * lone surrogate. No values and rest `none` is a proof of emptiness.
 */
export const sampleStrings = (set: StringSet, count: number, meter: Meter): Sample<string> => {
  if (set.gaveUp !== null) return { values: [], rest: set.gaveUp };
  const samples = set.pieces.map((piece) => samplePiece(piece, count, meter));
  const found = new Set(samples.flatMap(({ values }) => values));
  const values = [...found].sort(byLength).slice(0, count);
  const rests = samples.map(({ rest }) => rest).filter((rest) => rest !== 'none');
  if (rests.length === 0 && found.size <= count) return { values, rest: 'none' };
  if (values.length >= count) return { values, rest: 'some' };
  return { values, rest: rests.find((rest) => rest !== 'some') ?? 'some' };
};

/** Stable, so that the readable order within one length stays. */
const byLength = (one: string, other: string): number =>
  codePointLength(one) - codePointLength(other);

/** null: not known (a pattern beyond automata, or the budget is spent). */
export const hasString = (set: StringSet, value: string, meter: Meter): boolean | null => {
  if (set.gaveUp !== null) return null;
  let answer: boolean | null = false;
  for (const piece of set.pieces) {
    const inside = pieceHas(piece, value, meter);
    if (inside === true) return true;
    if (inside === null) answer = null;
  }
  return answer;
};

const pieceHas = (piece: StringPiece, value: string, meter: Meter): boolean | null => {
  const length = codePointLength(value);
  if (length < piece.minLength || length > piece.maxLength) return false;
  if (piece.except.has(value) || piece.among?.has(value) === false) return false;
  const { demands, failure } = demandsOf(piece, meter);
  const met = meetsAll(demands, value, meter);
  return met === true && failure !== null ? meetsNatively(piece, value) : met;
};

interface Demands {
  readonly demands: readonly Demand[];
  /** Why some pattern is not among them. */
  readonly failure: UndecidedReason | null;
}

const demandsOf = (piece: StringPiece, meter: Meter): Demands => {
  const demands: Demand[] = [];
  let failure: UndecidedReason | null = null;
  const wanted = [
    ...piece.patterns.map((pattern) => ({ pattern, negate: false })),
    ...piece.notPatterns.map((pattern) => ({ pattern, negate: true })),
  ];
  for (const { pattern, negate } of wanted) {
    // Nobody waits for what comes after the last step: each automaton may take a tenth of a second.
    if (!meter.spend(0)) return { demands, failure: 'budget' };
    const automaton = automatonOf(pattern);
    if (!automaton.ok) {
      failure ??= automaton.reason;
      meter.spendOnce(pattern, patternSteps(pattern));
    } else if (meter.spend(automaton.value.cost >> 3)) {
      demands.push({ automaton: automaton.value, negate });
    } else failure = 'budget';
  }
  return { demands, failure };
};

/** For patterns beyond automata: the string is simply tried; null where that may take too long. */
const meetsNatively = (piece: StringPiece, value: string): boolean | null => {
  const matches = (pattern: string): boolean | null => matchesNatively(pattern, value);
  const outcomes = [
    ...piece.patterns.map(matches),
    ...piece.notPatterns.map((pattern) => {
      const matched = matches(pattern);
      return matched === null ? null : !matched;
    }),
  ];
  if (outcomes.includes(false)) return false;
  return outcomes.includes(null) ? null : true;
};

/** How many words are tried natively before a pattern beyond automata is left undecided. */
const MOST_TRIES = 64;

const samplePiece = (piece: StringPiece, count: number, meter: Meter): Sample<string> => {
  if (piece.among !== null) return sampleListed(piece, piece.among, count, meter);
  const { demands, failure } = demandsOf(piece, meter);
  const words = wordsOf(demands, piece.minLength, piece.maxLength, meter);
  const values: string[] = [];
  let refused = 0;
  let next = words.next();
  for (; next.done !== true; next = words.next()) {
    if (piece.except.has(next.value)) continue;
    if (values.length >= count) return { values, rest: 'some' };
    if (failure === null || meetsNatively(piece, next.value) === true) values.push(next.value);
    else refused += 1;
    if (refused > MOST_TRIES) break;
  }
  return { values, rest: restOf(failure, next.value, refused) };
};

const restOf = (
  failure: UndecidedReason | null,
  end: string,
  refused: number,
): Sample<string>['rest'] => {
  if (end !== 'exhausted') return failure ?? 'budget';
  return refused === 0 ? 'none' : (failure ?? 'none');
};

const sampleListed = (
  piece: StringPiece,
  among: ReadonlySet<string>,
  count: number,
  meter: Meter,
): Sample<string> => {
  const values: string[] = [];
  let unknown: UndecidedReason | null = null;
  const { demands, failure } = demandsOf(piece, meter);
  for (const value of among) {
    const met = meetsAll(demands, value, meter);
    const inside = met === true && failure !== null ? meetsNatively(piece, value) : met;
    if (inside === null) unknown ??= met === null ? 'budget' : failure;
    if (inside === true) values.push(value);
  }
  values.sort(byLength);
  if (values.length > count) return { values: values.slice(0, count), rest: 'some' };
  return { values, rest: unknown ?? 'none' };
};
