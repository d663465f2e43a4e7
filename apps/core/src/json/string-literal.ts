/** The value of a string literal, or where in the text it stops being one. */
export type StringLiteral =
  | { readonly ok: true; readonly value: string; readonly end: number }
  | { readonly ok: false; readonly at: number; readonly message: string };

/** Reads the literal whose opening quote stands at `start`; `end` is just behind the closing one. */
export const readStringLiteral = (text: string, start: number): StringLiteral => {
  let from = start + 1;
  let value = '';
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return { ok: true, value: value + text.slice(from, at), end: at + 1 };
    if (unit < SPACE) return { ok: false, at, message: controlMessage(unit) };
    if (unit === BACKSLASH) {
      const escape = readEscape(text, at);
      if (escape === null) return { ok: false, at, message: 'bad escape in a string' };
      value += text.slice(from, at) + escape.value;
      from = escape.end;
      at = escape.end - 1;
    }
  }
  return { ok: false, at: text.length, message: 'the document ends inside a string' };
};

const readEscape = (text: string, at: number): { value: string; end: number } | null => {
  const letter = text.charAt(at + 1);
  const simple = ESCAPES.get(letter);
  if (simple !== undefined) return { value: simple, end: at + 2 };
  const hex = text.slice(at + 2, at + 6);
  if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(hex)) return null;
  return { value: String.fromCharCode(Number.parseInt(hex, 16)), end: at + 6 };
};

const controlMessage = (unit: number): string =>
  `control character U+${unit.toString(16).toUpperCase().padStart(4, '0')} in a string is not escaped`;

const QUOTE = 34;
const BACKSLASH = 92;
const SPACE = 32;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
