/** Places of a text at which a slip may have been made, from the first to the last. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A text that may be meant by another one, and where they begin to differ. */
export interface Meant {
  readonly text: string;
  readonly at: number;
}

/** Hardly anybody misses the first letter of a word (Pollock, Zamora 1984); a space stands before it. */
const SECOND = 2;

const places = (first: number, last: number): number[] => {
  const from = Math.max(SECOND, first);
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, at) => from + at);
};

/**
 * What may be meant by a text of one word between two spaces, if within the span two letters were
 * swapped or one was typed too many: of the four slips of Damerau (1964) those that add no letter.
 */
export const rearranged = (text: string, { first, last }: Span): Meant[] => [
  ...places(first - 1, Math.min(last, text.length - 3)).map((at) => ({
    at,
    text: swappedAt(text, at),
  })),
  ...places(first, Math.min(last, text.length - 2)).map((at) => ({
    at,
    text: text.slice(0, at) + text.slice(at + 1),
  })),
];

/** The same if one letter was left out; the letter is yet to be put where they differ. */
export const lacking = (text: string, letter: string, { first, last }: Span): Meant[] =>
  places(first + 1, Math.min(last, text.length - 1)).map((at) => ({
    at,
    text: text.slice(0, at) + letter + text.slice(at),
  }));

/** The same if one letter was typed for another one. */
export const mistaken = (text: string, letter: string, { first, last }: Span): Meant[] =>
  places(first, Math.min(last, text.length - 2)).map((at) => ({
    at,
    text: text.slice(0, at) + letter + text.slice(at + 1),
  }));

/** Whether one word becomes the other by a slip after its first letter that is not a mistaken letter. */
export const isSlip = (word: string, other: string): boolean => {
  const longer = word.length - other.length;
  if (Math.abs(longer) > 1 || word.charCodeAt(0) !== other.charCodeAt(0)) return false;
  let at = 1;
  while (at < word.length && word.charCodeAt(at) === other.charCodeAt(at)) at++;
  if (longer > 0) return word.slice(at + 1) === other.slice(at);
  if (longer < 0) return word.slice(at) === other.slice(at + 1);
  return at < word.length && swappedAt(word, at) === other;
};

const swappedAt = (text: string, at: number): string =>
  text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
