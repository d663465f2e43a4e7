import { SPACE } from './characters.js';

/** Where in a text `at` is, for a person. Without a copy for each line: there may be millions. */
export const textPlace = (text: string, at: number): string => {
  let line = 1;
  let lineStart = 0;
  for (;;) {
    const end = text.indexOf('\n', lineStart);
    if (end === -1 || end >= at) return `line ${line}, column ${at - lineStart + 1}`;
    line += 1;
    lineStart = end + 1;
  }
};

/** What stands there, for a message: itself where that can be seen, and its number otherwise. */
export const shownAt = (text: string, at: number): string => {
  const point = text.codePointAt(at);
  if (point === undefined) return 'the end of the document';
  if (point > SPACE && point < 0x7f) return `"${String.fromCodePoint(point)}"`;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
};
