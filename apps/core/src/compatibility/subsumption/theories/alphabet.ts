import { CharBase, CharSet } from 'refa';

const MAXIMUM = 0x10ffff;

const range = (min: number, max: number): CharSet => CharSet.empty(MAXIMUM).union([{ min, max }]);

const SURROGATES = range(0xd800, 0xdfff);

/** Every code point that a JSON text can carry: lone surrogates are none of them. */
export const ALPHABET: CharSet = CharSet.all(MAXIMUM).without(SURROGATES);

export const inAlphabet = (set: CharSet): CharSet => set.without(SURROGATES);

/** `\w` without the flag i. */
export const WORD: CharSet = CharSet.empty(MAXIMUM).union([
  { min: 0x30, max: 0x39 },
  { min: 0x41, max: 0x5a },
  { min: 0x5f, max: 0x5f },
  { min: 0x61, max: 0x7a },
]);

/** Disjoint classes of the alphabet that tell apart whatever any of the sets tells apart. */
export const classesOf = (sets: readonly CharSet[]): readonly CharSet[] =>
  new CharBase([ALPHABET, ...sets].filter((set) => !set.isEmpty)).sets;

/** What a person reads most easily comes first: letters, digits, marks, space, the rest. */
const PREFERENCE: readonly CharSet[] = [
  range(0x61, 0x7a),
  range(0x41, 0x5a),
  range(0x30, 0x39),
  range(0x21, 0x7e),
  range(0x20, 0x20),
  range(0xa1, 0xd7ff),
  range(0xe000, MAXIMUM),
  CharSet.all(MAXIMUM),
];

/** The members of a class, the most readable first; each once. */
export function* readable(set: CharSet): Generator<number> {
  let left = set;
  for (const group of PREFERENCE) {
    yield* left.intersect(group).characters();
    left = left.without(group);
  }
}

/** Position of a code point in the order of `readable`, coarse: for ordering classes. */
export const readabilityOf = (codePoint: number): number => {
  const group = PREFERENCE.findIndex((set) => set.has(codePoint));
  return group * (MAXIMUM + 1) + codePoint;
};
