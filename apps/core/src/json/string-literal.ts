import { BACKSLASH, QUOTE, SPACE } from './characters.js';

/** The value of a string literal, or where in the text it stops being one. */
export type StringLiteral =
  | { readonly ok: true; readonly value: string; readonly end: number }
  | {
      readonly ok: false;
      readonly at: number;
      readonly message: string;
      readonly isTooLong?: true;
    };

/**
 * Reads the literal whose opening quote stands at `start`, of at most `longest` characters; `end` is
 * just behind the closing quote.
 */
export const readStringLiteral = (
  text: string,
  start: number,
  longest = Infinity,
): StringLiteral => {
  const limit = Math.min(text.length, start + 2 + longest);
  let hasEscapes = false;
  let at = start + 1;
  for (; at < limit; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      return hasEscapes
        ? unescaped(text, start, at + 1)
        : { ok: true, value: text.slice(start + 1, at), end: at + 1 };
    }
    if (unit < SPACE) return firstFault(text, start, at, controlMessage(unit));
    if (unit === BACKSLASH) {
      hasEscapes = true;
      // Whatever it escapes does not end the string; `unescaped` looks at it.
      at += 1;
    }
  }
  if (at < text.length) {
    const message = `a string is longer than ${longest} characters`;
    return { ok: false, at: start, message, isTooLong: true };
  }
  return firstFault(text, start, text.length, 'the document ends inside a string');
};

/** JavaScript's own reader is the fastest there is, and strict about escapes. */
const unescaped = (text: string, start: number, end: number): StringLiteral => {
  try {
    // A literal in quotes is a string or nothing.
    return { ok: true, value: JSON.parse(text.slice(start, end)) as string, end };
  } catch {
    return firstFault(text, start, end - 1, BAD_ESCAPE);
  }
};

/** The fault at `at`, unless an escape before it is one already. */
const firstFault = (text: string, start: number, at: number, message: string): StringLiteral => {
  PIECE.lastIndex = start + 1;
  let end = PIECE.lastIndex;
  while (end < at && PIECE.test(text)) end = PIECE.lastIndex;
  return end < at ? { ok: false, at: end, message: BAD_ESCAPE } : { ok: false, at, message };
};

const BAD_ESCAPE = 'bad escape in a string';

/** One escape, or what stands between two of them. */
const PIECE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[^\\]+/y;

const controlMessage = (unit: number): string =>
  `control character U+${unit.toString(16).toUpperCase().padStart(4, '0')} in a string is not escaped`;
