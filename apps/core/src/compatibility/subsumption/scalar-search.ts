/** Conjunctions of tests on numbers, and of tests on strings. */
import { EMPTY, instance, unknown, type Answer, type Search } from './answer.js';
import { numberSetOf } from './evaluate.js';
import { formatCandidates, isKnownFormat, matchesFormat } from './formats.js';
import type { Literal, NumberTest, StringTest } from './node.js';
import {
  ALL_NUMBERS,
  complementNumbers,
  intersectNumbers,
  type NumberSet,
} from './theories/numbers.js';
import { sampleNumbers } from './theories/sample-numbers.js';
import { hasString, sampleStrings } from './theories/sample-strings.js';
import type { Sample } from './theories/sample.js';
import {
  ALL_STRINGS,
  complementStrings,
  intersectStrings,
  stringsAmong,
  stringsWith,
  type StringSet,
} from './theories/strings.js';

const answerOf = (sample: Sample<number | string>): Answer => {
  const [first] = sample.values;
  if (first !== undefined) return instance(first);
  return sample.rest === 'none' || sample.rest === 'some' ? EMPTY : unknown(sample.rest);
};

/** Steps for two pieces that meet, and for each value that is listed or left out. */
const MEETING = 0.05;
const LISTING = 0.02;

const numberWork = (one: NumberSet, other: NumberSet): number => {
  const holes = [...one.pieces, ...other.pieces].reduce((sum, piece) => sum + piece.holes.size, 0);
  return one.pieces.length * other.pieces.length * MEETING + holes * LISTING;
};

const stringWork = (one: StringSet, other: StringSet): number => {
  const listed = [...one.pieces, ...other.pieces].reduce(
    (sum, { among, except }) => sum + (among?.size ?? 0) + except.size,
    0,
  );
  return one.pieces.length * other.pieces.length * MEETING + listed * LISTING;
};

/** The literals that hold of numbers, as one set. The caller sees to it that all are of numbers. */
export const findNumber = (search: Search, literals: readonly Literal[]): Answer => {
  let set = ALL_NUMBERS;
  for (const literal of literals) {
    const own = numberSetOf(search.store.node(literal) as NumberTest);
    const side = literal > 0 ? own : complementNumbers(own);
    if (!search.meter.spend(numberWork(set, side))) return unknown('budget');
    set = intersectNumbers(set, side);
  }
  return answerOf(sampleNumbers(set, 1, search.meter));
};

export const stringSetOf = (test: Exclude<StringTest, { kind: 'format' }>): StringSet => {
  switch (test.kind) {
    case 'minLength':
      return stringsWith({ minLength: test.limit });
    case 'maxLength':
      return stringsWith({ maxLength: test.limit });
    case 'pattern':
      return stringsWith({ pattern: test.source });
    case 'strings':
      return stringsAmong([...test.values]);
  }
};

interface Formats {
  readonly asked: string[];
  readonly refused: string[];
}

const gather = (
  search: Search,
  literals: readonly Literal[],
): { set: StringSet; formats: Formats } | null => {
  let set = ALL_STRINGS;
  const formats: Formats = { asked: [], refused: [] };
  for (const literal of literals) {
    const test = search.store.node(literal) as StringTest;
    if (test.kind === 'format') {
      (literal > 0 ? formats.asked : formats.refused).push(test.name);
      continue;
    }
    const own = stringSetOf(test);
    const side = literal > 0 ? own : complementStrings(own);
    if (!search.meter.spend(stringWork(set, side))) return null;
    set = intersectStrings(set, side);
  }
  return { set, formats };
};

export const findString = (search: Search, literals: readonly Literal[]): Answer => {
  const gathered = gather(search, literals);
  if (gathered === null) return unknown('budget');
  const { set, formats } = gathered;
  if (formats.asked.length + formats.refused.length === 0) {
    return answerOf(sampleStrings(set, 1, search.meter));
  }
  const isAnnotation = (name: string): boolean => !search.assertsFormats || !isKnownFormat(name);
  if (formats.refused.some(isAnnotation)) return EMPTY;
  const asked = formats.asked.filter((name) => !isAnnotation(name));
  return findFormatted(search, set, { asked, refused: formats.refused });
};

/** How many members of the set are tried against the formats. */
const MOST_TRIES = 64;

/** A format is opaque: strings that surely match or surely do not are tried, no others. */
const findFormatted = (search: Search, set: StringSet, formats: Formats): Answer => {
  const { asked, refused } = formats;
  const sample = sampleStrings(set, MOST_TRIES, search.meter);
  const listed = formatCandidates([...asked, ...refused]).filter(
    (text) => hasString(set, text, search.meter) === true,
  );
  let doubtful = false;
  for (const text of [...listed, ...sample.values]) {
    const outcomes = [
      ...asked.map((name) => matchesFormat(name, text)),
      ...refused.map((name) => {
        const matches = matchesFormat(name, text);
        return matches === null ? null : !matches;
      }),
    ];
    if (outcomes.every((outcome) => outcome === true)) return instance(text);
    doubtful ||= !outcomes.includes(false);
  }
  if (sample.rest === 'none' && !doubtful) return EMPTY;
  const { rest } = sample;
  return unknown(rest === 'none' || rest === 'some' ? 'keyword' : rest);
};
