import { hashWith, lexemeAt, lexemeOf, type Lexeme, type Token } from './lexicon.js';

export type { Token };

const CJK_CLASS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`;
const CJK = new RegExp(`[${CJK_CLASS}]`, 'u');
const CJK_OR_OTHER = new RegExp(`[${CJK_CLASS}]+|[^${CJK_CLASS}]+`, 'gu');
/** Stands where an identifier is taken apart: it ends a word, but not the identifier. */
const SEAM = '\u2060';
const IDENTIFIER = /[\p{L}\p{N}\p{M}_\-\u2060]+/gu;
const SEAMS = /[_\-\u2060]+/;
const CHUNKS = /\S+/g;
const COMBINING_ACCENTS = /[\u0300-\u036f]/g;
const ASCII = /^[\0-\x7f]*$/;

export const hasCjk = (text: string): boolean => CJK.test(text);

/**
 * Text to search terms, the same for tools and for queries: identifiers taken apart, compatibility
 * forms folded, lower case, no accents, no stop words, Porter2 stems; runs of Chinese, Japanese or
 * Korean as single characters and pairs, so that no dictionary is needed. `GitHub` and `wi-fi` are
 * also `github` and `wifi`, since people write them either way.
 */
export const analyse = (text: string): Token[] => {
  const tokens: Token[] = [];
  analyseInto(text, tokens);
  return tokens;
};

/** The same into a list that the caller uses again and again. */
export const analyseInto = (text: string, tokens: Token[]): void => {
  tokens.length = 0;
  if (ASCII.test(text)) return readAscii(text, tokens);
  for (const chunk of text.match(CHUNKS) ?? []) {
    if (ASCII.test(chunk)) readAscii(chunk, tokens);
    else readOther(chunk, tokens);
  }
};

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const TIE = 4;

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[0-9]/.test(character)) return DIGIT;
  return /[_-]/.test(character) ? TIE : OTHER;
});

const isOfWord = (kind: number): boolean => kind !== OTHER && kind !== TIE;

/** Nearly all that is ever read, hence character by character, and not by patterns as the rest is. */
const readAscii = (text: string, tokens: Token[]): void => {
  let start = -1;
  let hash = 0;
  let before = OTHER;
  let previous: Lexeme | null = null;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = KINDS[code] ?? OTHER;
    if (start >= 0 && (!isOfWord(kind) || isSeam(before, kind, text, at))) {
      previous = push(lexemeAt(text, start, at, hash), previous, tokens);
      start = -1;
    }
    if (kind === OTHER) previous = null;
    if (start >= 0) hash = hashWith(hash, code);
    else if (isOfWord(kind)) {
      start = at;
      hash = hashWith(0, code);
    }
    before = kind;
  }
};

/** Where `createHTTPRoute2` is taken apart: createˈHTTPˈRouteˈ2. */
const isSeam = (before: number, kind: number, text: string, at: number): boolean => {
  if ((before === DIGIT) !== (kind === DIGIT)) return true;
  if (kind !== UPPER) return false;
  return before === LOWER || KINDS[text.charCodeAt(at + 1)] === LOWER;
};

const readOther = (chunk: string, tokens: Token[]): void => {
  const folded = markSeams(chunk.normalize('NFKC')).toLowerCase();
  for (const identifier of stripAccents(folded).match(IDENTIFIER) ?? []) {
    let previous: Lexeme | null = null;
    for (const part of partsOf(identifier)) {
      if (hasCjk(part)) {
        previous = null;
        pushCjk(part, tokens);
      } else previous = push(lexemeOf(part), previous, tokens);
    }
  }
};

const markSeams = (text: string): string =>
  text
    .replace(/(\p{Ll})(?=\p{Lu})/gu, `$1${SEAM}`)
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, `$1${SEAM}`)
    .replace(/([\p{L}\p{M}])(?=\p{N})/gu, `$1${SEAM}`)
    .replace(/(\p{N})(?=\p{L})/gu, `$1${SEAM}`);

/** Only the accents of European scripts: the marks of others (kana, Devanagari) carry meaning. */
const stripAccents = (text: string): string =>
  text.normalize('NFD').replace(COMBINING_ACCENTS, '').normalize('NFC');

const partsOf = (identifier: string): string[] =>
  identifier.split(SEAMS).flatMap((part) => part.match(CJK_OR_OTHER) ?? []);

/** Takes a word that follows another one in its identifier, or none. */
const push = (lexeme: Lexeme, previous: Lexeme | null, tokens: Token[]): Lexeme => {
  if (previous !== null) tokens.push(lexemeOf(previous.plain.word + lexeme.plain.word).joined);
  if (!lexeme.isStop) tokens.push(lexeme.plain);
  return lexeme;
};

const pushCjk = (run: string, tokens: Token[]): void => {
  const characters = [...run];
  characters.forEach((character, at) => {
    const next = characters[at + 1];
    for (const term of next === undefined ? [character] : [character, character + next]) {
      tokens.push({ term, word: term, joined: false, isSpelled: false });
    }
  });
};
