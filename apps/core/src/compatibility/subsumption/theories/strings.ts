import type { UndecidedReason } from '../verdict.js';

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

const MOST_PIECES = 512;

const NOTHING_LEFT_OUT: ReadonlySet<string> = new Set();

const ANY_STRING: StringPiece = {
  patterns: [],
  notPatterns: [],
  minLength: 0,
  maxLength: Infinity,
  among: null,
  except: NOTHING_LEFT_OUT,
};

export const ALL_STRINGS: StringSet = { pieces: [ANY_STRING], gaveUp: null };
export const NO_STRINGS: StringSet = { pieces: [], gaveUp: null };

const setOf = (pieces: readonly (StringPiece | null)[]): StringSet => {
  let kept = pieces.filter((piece) => piece !== null);
  if (kept.length > 1) {
    kept = [...new Map(kept.map((piece) => [keyOfPiece(piece), piece])).values()];
  }
  return kept.length > MOST_PIECES
    ? { pieces: [], gaveUp: 'budget' }
    : { pieces: kept, gaveUp: null };
};

const keyOfPiece = (piece: StringPiece): string =>
  JSON.stringify([
    piece.patterns,
    piece.notPatterns,
    piece.minLength,
    String(piece.maxLength),
    piece.among === null ? null : [...piece.among].sort(),
    [...piece.except].sort(),
  ]);

/** What one schema object's string keywords admit. */
export const stringsWith = ({ pattern, minLength, maxLength }: StringKeywords): StringSet =>
  setOf([
    tidy({
      ...ANY_STRING,
      patterns: pattern === undefined ? [] : [pattern],
      minLength: minLength ?? 0,
      maxLength: maxLength ?? Infinity,
    }),
  ]);

export const stringsAmong = (values: readonly string[]): StringSet =>
  setOf([tidy({ ...ANY_STRING, among: new Set(values) })]);

export const codePointLength = (text: string): number => {
  let length = 0;
  for (const character of text) length += character === '' ? 0 : 1;
  return length;
};

/** The piece in its plainest form, or null where it is plainly empty. */
const tidy = (piece: StringPiece): StringPiece | null => {
  const { patterns, notPatterns, minLength, maxLength, among, except } = piece;
  if (minLength > maxLength || patterns.some((pattern) => notPatterns.includes(pattern))) {
    return null;
  }
  const hasLength = (value: string): boolean => {
    const length = codePointLength(value);
    return length >= minLength && length <= maxLength;
  };
  if (among === null) {
    return { ...piece, except: new Set([...except].filter(hasLength)) };
  }
  const left = [...among].filter((value) => !except.has(value) && hasLength(value));
  return left.length === 0
    ? null
    : {
        ...piece,
        minLength: 0,
        maxLength: Infinity,
        among: new Set(left),
        except: NOTHING_LEFT_OUT,
      };
};

const meet = (one: StringPiece, other: StringPiece): StringPiece | null =>
  tidy({
    patterns: unionOf(one.patterns, other.patterns),
    notPatterns: unionOf(one.notPatterns, other.notPatterns),
    minLength: Math.max(one.minLength, other.minLength),
    maxLength: Math.min(one.maxLength, other.maxLength),
    among: amongBoth(one.among, other.among),
    except: one.except.size === 0 ? other.except : new Set([...one.except, ...other.except]),
  });

const unionOf = (one: readonly string[], other: readonly string[]): readonly string[] =>
  other.length === 0 ? one : [...new Set([...one, ...other])].sort();

const amongBoth = (
  one: ReadonlySet<string> | null,
  other: ReadonlySet<string> | null,
): ReadonlySet<string> | null =>
  one === null || other === null
    ? (one ?? other)
    : new Set([...one].filter((value) => other.has(value)));

export const intersectStrings = (one: StringSet, other: StringSet): StringSet => {
  const gaveUp = one.gaveUp ?? other.gaveUp;
  return gaveUp === null
    ? setOf(one.pieces.flatMap((left) => other.pieces.map((right) => meet(left, right))))
    : { pieces: [], gaveUp };
};

export const uniteStrings = (one: StringSet, other: StringSet): StringSet => {
  const gaveUp = one.gaveUp ?? other.gaveUp;
  return gaveUp === null ? setOf([...one.pieces, ...other.pieces]) : { pieces: [], gaveUp };
};

export const complementStrings = (set: StringSet): StringSet =>
  set.gaveUp !== null
    ? set
    : set.pieces.reduce<StringSet>(
        (left, piece) => intersectStrings(left, setOf(outside(piece))),
        ALL_STRINGS,
      );

const outside = (piece: StringPiece): StringPiece[] => {
  const parts: StringPiece[] = [];
  if (piece.minLength > 0) parts.push({ ...ANY_STRING, maxLength: piece.minLength - 1 });
  if (piece.maxLength < Infinity) parts.push({ ...ANY_STRING, minLength: piece.maxLength + 1 });
  for (const pattern of piece.patterns) parts.push({ ...ANY_STRING, notPatterns: [pattern] });
  for (const pattern of piece.notPatterns) parts.push({ ...ANY_STRING, patterns: [pattern] });
  if (piece.among !== null) parts.push({ ...ANY_STRING, except: piece.among });
  if (piece.except.size > 0) parts.push({ ...ANY_STRING, among: piece.except });
  return parts;
};
