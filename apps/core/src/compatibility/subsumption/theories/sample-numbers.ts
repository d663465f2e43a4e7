import type { UndecidedReason } from '../verdict.js';
import { multiplesInside, pieceHas, type NumberPiece, type NumberSet } from './numbers.js';
import {
  compare,
  keyOf,
  leastCommonMultiple,
  numberOf,
  rational,
  rationalOf,
  times,
  type Rational,
} from './rational.js';
import type { Meter, Sample } from './sample.js';

const ONE = rational(1n);

/** Fractions are looked for on the grids 0.1, 0.01, … down to this many places, then further apart. */
const PLACES = [...Array.from({ length: 18 }, (_, index) => index + 1), 20, 30, 50, 100, 200, 320];

/** Members that no double spells lie among many more of their kind, each slow to look at. */
const UNSPELT_STEPS = 128;

/** How many multiples in a row are looked at beyond the holes before a lattice is given up. */
const PATIENCE = 4096;

/**
 * Up to `count` distinct members, the simplest first: 0, 1, −1, 2, …, integers before fractions.
 * No values and rest `none` is a proof of emptiness over all decimals; a piece whose members no
 * double can spell is `number`, undecided.
 */
export const sampleNumbers = (set: NumberSet, count: number, meter: Meter): Sample<number> => {
  if (set.gaveUp !== null) return { values: [], rest: set.gaveUp };
  const found = new Map<string, Rational>();
  let seenAll = true;
  let spent = false;
  for (const piece of set.pieces) {
    const search: Search = { piece, meter, count, found: new Map(), spent: false, unspelt: false };
    const complete = searchPiece(search) && !search.unspelt;
    for (const [key, value] of search.found) found.set(key, value);
    seenAll &&= complete;
    spent ||= search.spent;
  }
  const values = [...found.values()].sort(simpler).slice(0, count).map(asNumber);
  const why = spent ? 'budget' : 'number';
  return { values, rest: restOf(found.size - count, seenAll, why) };
};

const restOf = (
  surplus: number,
  seenAll: boolean,
  why: UndecidedReason,
): Sample<number>['rest'] => {
  if (seenAll && surplus <= 0) return 'none';
  return surplus >= 0 ? 'some' : why;
};

const asNumber = (value: Rational): number => numberOf(value) ?? Number.NaN;

interface Search {
  readonly piece: NumberPiece;
  readonly meter: Meter;
  readonly count: number;
  readonly found: Map<string, Rational>;
  spent: boolean;
  /** A member was met that no double spells. */
  unspelt: boolean;
}

/** 0 before 1 before −1 before 2; every integer before a fraction, short fractions before long. */
const simpler = (one: Rational, other: Rational): number =>
  lengthOf(one.den) - lengthOf(other.den) ||
  compare(absolute(one), absolute(other)) ||
  -compare(one, other);

/** Decimal places, roughly: the length of the denominator, 0 for an integer. */
const lengthOf = (den: bigint): number => (den === 1n ? 0 : den.toString().length);

const absolute = (value: Rational): Rational =>
  value.num < 0n ? rational(-value.num, value.den) : value;

/** True where the whole piece was seen. */
const searchPiece = (search: Search): boolean => {
  const point = pointOf(search.piece);
  if (point !== null) {
    take(search, point);
    return true;
  }
  const seen =
    search.piece.multipleOf === null
      ? searchDense(search)
      : searchMultiples(search, search.piece.multipleOf);
  if (!seen && !search.spent && search.found.size < search.count) searchDoubles(search);
  return seen;
};

const pointOf = ({ lower, upper }: NumberPiece): Rational | null =>
  lower !== null && upper !== null && compare(lower.at, upper.at) === 0 ? lower.at : null;

/** Integers first, then the finer lattice itself. */
const searchMultiples = (search: Search, step: Rational): boolean => {
  const whole = leastCommonMultiple(step, ONE);
  const seenWhole = searchLattice(search, whole);
  if (compare(whole, step) === 0) return seenWhole;
  return search.found.size < search.count && searchLattice(search, step);
};

const searchDense = (search: Search): boolean => {
  searchLattice(search, ONE);
  searchGrids(search);
  return false;
};

const searchGrids = (search: Search): void => {
  for (const places of PLACES) {
    if (search.found.size >= search.count || search.spent) return;
    searchLattice(search, rational(1n, 10n ** BigInt(places)));
  }
};

/** Walks the multiples of `step` inside the piece away from 0; true where all of them were seen. */
const searchLattice = (search: Search, step: Rational): boolean => {
  const inside = multiplesInside(search.piece, step);
  const mostSteps = PATIENCE + search.piece.holes.size + 2 * search.count;
  let steps = 0;
  for (const factor of awayFromZero(inside)) {
    if (steps >= mostSteps || search.found.size >= search.count) return false;
    if (!search.meter.spend(1)) {
      search.spent = true;
      return false;
    }
    steps += take(search, times(step, factor)) ? 1 : UNSPELT_STEPS;
  }
  return true;
};

/** The integers from `first` to `last`: 0, 1, −1, 2, … as far as they are inside. */
function* awayFromZero({ first, last }: ReturnType<typeof multiplesInside>): Generator<bigint> {
  const inRange = (k: bigint): boolean =>
    (first === null || k >= first) && (last === null || k <= last);
  let up = first !== null && first > 0n ? first : 0n;
  let down = last !== null && last < 0n ? last : -1n;
  while (inRange(up) || inRange(down)) {
    if (inRange(up) && (!inRange(down) || up <= -down)) {
      yield up;
      up += 1n;
    } else {
      yield down;
      down -= 1n;
    }
  }
}

/** False for a member that no double spells. */
const take = (search: Search, value: Rational): boolean => {
  if (!pieceHas(search.piece, value)) return true;
  if (numberOf(value) === null) {
    search.unspelt = true;
    return false;
  }
  search.found.set(keyOf(value), value);
  return true;
};

/** Doubles next to the ends and of every size: for what no grid near 0 reaches. */
const searchDoubles = (search: Search): void => {
  const { lower, upper } = search.piece;
  const ends = [lower, upper].filter((end) => end !== null).map((end) => approximate(end.at));
  const [from, to] = ends;
  const candidates = ends.flatMap(neighbours);
  if (from !== undefined && to !== undefined) candidates.push(from / 2 + to / 2);
  for (let power = 15; power <= 308; power += 1) {
    candidates.push(Number(`1e${String(power)}`), Number(`-1e${String(power)}`));
  }
  for (const candidate of candidates.filter(Number.isFinite)) {
    if (search.found.size >= search.count) return;
    take(search, rationalOf(candidate));
  }
};

const approximate = ({ num, den }: Rational): number => {
  const exact = numberOf({ num, den });
  if (exact !== null) return exact;
  const shift = BigInt(Math.max(0, den.toString(2).length + 64 - num.toString(2).length));
  return Number((num << shift) / den) / 2 ** Number(shift);
};

/** The 32 doubles to either side. */
const neighbours = (value: number): number[] => {
  if (!Number.isFinite(value) || value === 0) return [];
  const floats = new Float64Array([value]);
  const bits = new BigInt64Array(floats.buffer);
  const start = bits[0] ?? 0n;
  const found: number[] = [value];
  for (let offset = 1n; offset <= 32n; offset += 1n) {
    for (const moved of [start + offset, start - offset]) {
      bits[0] = moved;
      found.push(floats[0] ?? value);
    }
  }
  return found;
};
