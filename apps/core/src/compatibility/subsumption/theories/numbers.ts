import type { UndecidedReason } from '../verdict.js';
import {
  compare,
  equal,
  floorDivide,
  isMultiple,
  keyOf,
  leastCommonMultiple,
  rational,
  rationalOf,
  type Rational,
} from './rational.js';

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

const ONE = rational(1n);

/** More pieces than this, single points apart, and the set gives up. */
const MOST_PIECES = 512;

const WHOLE_LINE: NumberPiece = {
  lower: null,
  upper: null,
  multipleOf: null,
  notMultipleOf: [],
  holes: new Map(),
};

const setOf = (pieces: readonly (NumberPiece | null)[]): NumberSet => {
  let kept = pieces.filter((piece) => piece !== null);
  if (kept.length > 1) {
    kept = [...new Map(kept.map((piece) => [keyOfPiece(piece), piece])).values()];
  }
  return kept.length > MOST_PIECES
    ? { pieces: [], gaveUp: 'budget' }
    : { pieces: kept, gaveUp: null };
};

const keyOfPiece = ({ lower, upper, multipleOf, notMultipleOf, holes }: NumberPiece): string =>
  [
    ...[lower, upper].map((end) => (end === null ? '' : `${keyOf(end.at)}${end.open ? 'o' : 'c'}`)),
    multipleOf === null ? '' : keyOf(multipleOf),
    notMultipleOf.map(keyOf).sort().join(),
    [...holes.keys()].sort().join(),
  ].join(';');

export const ALL_NUMBERS: NumberSet = { pieces: [WHOLE_LINE], gaveUp: null };

const endAt = (at: number | undefined, open: boolean): End | null =>
  at === undefined ? null : { at: rationalOf(at), open };

/** What one schema object's number keywords admit. */
export const numbersWith = (keywords: NumberKeywords): NumberSet => {
  const lower = tighter(endAt(keywords.minimum, false), endAt(keywords.exclusiveMinimum, true), 1);
  const upper = tighter(endAt(keywords.maximum, false), endAt(keywords.exclusiveMaximum, true), -1);
  const step = keywords.multipleOf === undefined ? null : rationalOf(keywords.multipleOf);
  const whole = keywords.integer === true ? ONE : null;
  return setOf([
    meet({ ...WHOLE_LINE, lower, multipleOf: step }, { ...WHOLE_LINE, upper, multipleOf: whole }),
  ]);
};

const pointPiece = (at: Rational): NumberPiece => ({
  ...WHOLE_LINE,
  lower: { at, open: false },
  upper: { at, open: false },
});

export const numbersAmong = (values: readonly number[]): NumberSet => {
  const distinct = new Map(values.map((value) => [keyOf(rationalOf(value)), rationalOf(value)]));
  return { pieces: [...distinct.values()].map(pointPiece), gaveUp: null };
};

export const pieceHas = (piece: NumberPiece, x: Rational): boolean =>
  isInside(piece, x) &&
  (piece.multipleOf === null || isMultiple(x, piece.multipleOf)) &&
  !piece.notMultipleOf.some((step) => isMultiple(x, step)) &&
  !piece.holes.has(keyOf(x));

const isInside = ({ lower, upper }: NumberPiece, x: Rational): boolean =>
  (lower === null || compare(x, lower.at) > (lower.open ? 0 : -1)) &&
  (upper === null || compare(x, upper.at) < (upper.open ? 0 : 1));

/** The tighter of two lower ends (`sign` 1) or of two upper ends (`sign` -1). */
const tighter = (one: End | null, other: End | null, sign: 1 | -1): End | null => {
  if (one === null || other === null) return one ?? other;
  const order = compare(one.at, other.at) * sign;
  if (order === 0) return one.open ? one : other;
  return order > 0 ? one : other;
};

/** The piece that is in both, or null where it is plainly empty. */
const meet = (one: NumberPiece, other: NumberPiece): NumberPiece | null => {
  const joined: NumberPiece = {
    lower: tighter(one.lower, other.lower, 1),
    upper: tighter(one.upper, other.upper, -1),
    multipleOf:
      one.multipleOf === null || other.multipleOf === null
        ? (one.multipleOf ?? other.multipleOf)
        : leastCommonMultiple(one.multipleOf, other.multipleOf),
    notMultipleOf: unionOf(one.notMultipleOf, other.notMultipleOf),
    holes:
      one.holes.size === 0
        ? other.holes
        : other.holes.size === 0
          ? one.holes
          : new Map([...one.holes, ...other.holes]),
  };
  return isPlainlyEmpty(joined) ? null : joined;
};

const unionOf = (one: readonly Rational[], other: readonly Rational[]): readonly Rational[] =>
  one.length === 0
    ? other
    : [...one, ...other.filter((step) => !one.some((known) => equal(known, step)))];

const isPlainlyEmpty = (piece: NumberPiece): boolean => {
  const { lower, upper, multipleOf, notMultipleOf } = piece;
  if (multipleOf !== null && notMultipleOf.some((step) => isMultiple(multipleOf, step))) {
    return true;
  }
  if (lower === null || upper === null) return false;
  const order = compare(lower.at, upper.at);
  if (order !== 0) return order > 0;
  return lower.open || upper.open || !pieceHas(piece, lower.at);
};

export const intersectNumbers = (one: NumberSet, other: NumberSet): NumberSet => {
  const gaveUp = one.gaveUp ?? other.gaveUp;
  if (gaveUp !== null) return { pieces: [], gaveUp };
  const ownPoints = pointsOf(one);
  const points = ownPoints ?? pointsOf(other);
  if (points !== null) {
    const rest = ownPoints === null ? one : other;
    return {
      pieces: points.filter((at) => has(rest, at)).map(pointPiece),
      gaveUp: null,
    };
  }
  return setOf(one.pieces.flatMap((left) => other.pieces.map((right) => meet(left, right))));
};

/** The members of a set of single points, or null where it is another kind of set. */
const pointsOf = (set: NumberSet): readonly Rational[] | null => {
  const points: Rational[] = [];
  for (const { lower, upper } of set.pieces) {
    if (lower === null || upper === null || !equal(lower.at, upper.at)) return null;
    points.push(lower.at);
  }
  return points;
};

export const uniteNumbers = (one: NumberSet, other: NumberSet): NumberSet => {
  const gaveUp = one.gaveUp ?? other.gaveUp;
  return gaveUp === null ? setOf([...one.pieces, ...other.pieces]) : { pieces: [], gaveUp };
};

/** Everything else. Single points become holes of the whole line, however many there are. */
export const complementNumbers = (set: NumberSet): NumberSet => {
  if (set.gaveUp !== null) return set;
  const holes = new Map<string, Rational>();
  const others: NumberPiece[] = [];
  for (const piece of set.pieces) {
    const { lower, upper } = piece;
    if (lower !== null && upper !== null && equal(lower.at, upper.at)) {
      holes.set(keyOf(lower.at), lower.at);
    } else {
      others.push(piece);
    }
  }
  return others.reduce<NumberSet>(
    (left, piece) => intersectNumbers(left, setOf(outside(piece))),
    setOf([{ ...WHOLE_LINE, holes }]),
  );
};

const outside = (piece: NumberPiece): NumberPiece[] => {
  const { lower, upper, multipleOf, notMultipleOf, holes } = piece;
  const parts: NumberPiece[] = [];
  if (lower !== null) parts.push({ ...WHOLE_LINE, upper: { at: lower.at, open: !lower.open } });
  if (upper !== null) parts.push({ ...WHOLE_LINE, lower: { at: upper.at, open: !upper.open } });
  if (multipleOf !== null) parts.push({ ...WHOLE_LINE, notMultipleOf: [multipleOf] });
  for (const step of notMultipleOf) parts.push({ ...WHOLE_LINE, multipleOf: step });
  for (const at of holes.values()) if (!isOutside(parts, at)) parts.push(pointPiece(at));
  return parts;
};

const isOutside = (parts: readonly NumberPiece[], at: Rational): boolean =>
  parts.some((part) => pieceHas(part, at));

const has = (set: NumberSet, x: Rational): boolean =>
  set.pieces.some((piece) => pieceHas(piece, x));

/** null: not known, the set gave up. */
export const hasNumber = (set: NumberSet, value: number): boolean | null =>
  set.gaveUp === null ? has(set, rationalOf(value)) : null;

/** The range of k for which k·step lies inside; null: without end. */
export const multiplesInside = (
  { lower, upper }: NumberPiece,
  step: Rational,
): { first: bigint | null; last: bigint | null } => {
  const ceiling = (at: Rational): bigint => -floorDivide(rational(-at.num, at.den), step);
  const first =
    lower === null
      ? null
      : ceiling(lower.at) + (lower.open && isMultiple(lower.at, step) ? 1n : 0n);
  const last =
    upper === null
      ? null
      : floorDivide(upper.at, step) - (upper.open && isMultiple(upper.at, step) ? 1n : 0n);
  return { first, last };
};
