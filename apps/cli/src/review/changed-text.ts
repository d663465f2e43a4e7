import { isArray, type Json } from '#core/json/value.js';

/** As much of what both say is shown before and after what differs. */
const CONTEXT = 30;
/** Leaving out less than that would save nobody anything. */
const WORTH_LEAVING_OUT = 60;
/** More of one difference is for a file and not for a table. */
const MOST_DIFFERENT = 2_000;

/** A value as a reader knows it: lists of names without quotes, everything else as JSON. */
export const textOf = (value: Json): string =>
  isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/**
 * What was and what is, so that the two never look alike: what both say is left out where it is long,
 * and said to be, what differs is not, and characters that nobody sees are spelled.
 */
export const changedTexts = (
  before: Json | undefined,
  after: Json | undefined,
): readonly [before: string | undefined, after: string | undefined] => {
  const [one, other] = [before, after].map((value) =>
    value === undefined ? undefined : textOf(value),
  );
  const isTold = one !== other;
  const was = before === undefined || isTold ? one : JSON.stringify(before);
  const is = after === undefined || isTold ? other : JSON.stringify(after);
  return aroundTheChange(was, is);
};

const aroundTheChange = (
  before: string | undefined,
  after: string | undefined,
): readonly [string | undefined, string | undefined] => {
  const was = [...(before ?? '')];
  const is = [...(after ?? '')];
  const most = Math.min(was.length, is.length);
  const start = countAlike(most, (at) => was[at] === is[at]);
  const end = countAlike(most - start, (at) => was.at(-1 - at) === is.at(-1 - at));
  const cut = (text: string | undefined, characters: readonly string[]) =>
    text === undefined ? undefined : cutAround(characters, start, end);
  return [cut(before, was), cut(after, is)];
};

const countAlike = (most: number, isAlike: (at: number) => boolean): number => {
  let count = 0;
  while (count < most && isAlike(count)) count += 1;
  return count;
};

/** `start` and `end` characters are as on the other side. */
const cutAround = (characters: readonly string[], start: number, end: number): string => {
  const from = leftOut(start);
  const to = characters.length - leftOut(end);
  const kept = characters.slice(from, to);
  const most = MOST_DIFFERENT + 2 * (CONTEXT + WORTH_LEAVING_OUT);
  return [
    from === 0 ? '' : `[${from} characters alike] …`,
    spelled(kept.slice(0, most).join('')),
    kept.length <= most ? '' : `… [${kept.length - most} more that differ: see --format json]`,
    to === characters.length ? '' : `… [${characters.length - to} characters alike]`,
  ].join('');
};

const leftOut = (alike: number): number =>
  alike - CONTEXT < WORTH_LEAVING_OUT ? 0 : alike - CONTEXT;

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]|[^\S ]|(?<= ) /gu;

const spelled = (text: string): string =>
  text.replace(UNSEEN, (character) =>
    character === '\n' ? '\\n' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
