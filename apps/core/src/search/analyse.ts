import stem from 'wink-porter2-stemmer';
import { STOP_WORDS } from './stop-words.js';

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
/** The stemmer's cost grows with the square of the length, and no longer word is English. */
const ENGLISH = /^[a-z]{3,64}$/;

/** A term as it is looked up, and the word in the text that it stands for (lower case, unstemmed). */
export interface Token {
  readonly term: string;
  readonly word: string;
  /** Two neighbours of one identifier written together; in addition to both, so never counted. */
  readonly joined: boolean;
}

export const hasCjk = (text: string): boolean => CJK.test(text);

/**
 * Text to search terms, the same for tools and for queries: identifiers taken apart, compatibility
 * forms folded, lower case, no accents, no stop words, Porter2 stems; runs of Chinese, Japanese or
 * Korean as single characters and pairs, so that no dictionary is needed. `GitHub` and `wi-fi` are
 * also `github` and `wifi`, since people write them either way.
 */
export const analyse = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (const chunk of text.match(CHUNKS) ?? []) {
    for (const token of readChunk(chunk).tokens) tokens.push(token);
  }
  return tokens;
};

/** The words that carry meaning, unstemmed, without those of CJK scripts. */
export const contentWords = (text: string): string[] => {
  const words: string[] = [];
  for (const chunk of text.match(CHUNKS) ?? []) {
    for (const word of readChunk(chunk).words) words.push(word);
  }
  return words;
};

interface Chunk {
  readonly tokens: readonly Token[];
  readonly words: readonly string[];
}

/**
 * Few words make up most of all text: reading each once makes an index four times as fast to build.
 * What is remembered changes no answer, and is forgotten as a whole when it is too much.
 */
const remembered = new Map<string, Chunk>();
const MOST_REMEMBERED = 20_000;
const LONGEST_REMEMBERED = 24;

const readChunk = (chunk: string): Chunk => {
  if (chunk.length > LONGEST_REMEMBERED || !ASCII.test(chunk)) return analyseChunk(chunk);
  const known = remembered.get(chunk);
  if (known !== undefined) return known;
  const read = analyseChunk(chunk);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(chunk, read);
  return read;
};

const analyseChunk = (chunk: string): Chunk => {
  const tokens: Token[] = [];
  const words: string[] = [];
  for (const parts of identifiers(chunk)) {
    parts.forEach((word, at) => {
      if (hasCjk(word)) return pushCjk(word, tokens);
      if (!STOP_WORDS.has(word)) words.push(word);
      pushWord(word, parts[at + 1], tokens);
    });
  }
  return { tokens, words };
};

const identifiers = (text: string): string[][] => {
  const plain = ASCII.test(text);
  const folded = markSeams(plain ? text : text.normalize('NFKC')).toLowerCase();
  const found = (plain ? folded : stripAccents(folded)).match(IDENTIFIER) ?? [];
  return found.map((identifier) => partsOf(identifier, plain));
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

const partsOf = (identifier: string, plain: boolean): string[] => {
  const parts = identifier.split(SEAMS).filter((part) => part !== '');
  return plain ? parts : parts.flatMap((part) => part.match(CJK_OR_OTHER) ?? []);
};

const pushWord = (word: string, next: string | undefined, tokens: Token[]): void => {
  if (!STOP_WORDS.has(word)) tokens.push({ term: stemOf(word), word, joined: false });
  if (next !== undefined && !hasCjk(next)) {
    tokens.push({ term: stemOf(word + next), word: word + next, joined: true });
  }
};

const pushCjk = (run: string, tokens: Token[]): void => {
  const characters = [...run];
  characters.forEach((character, at) => {
    const next = characters[at + 1];
    for (const term of next === undefined ? [character] : [character, character + next]) {
      if (!STOP_WORDS.has(term)) tokens.push({ term, word: term, joined: false });
    }
  });
};

const stemOf = (word: string): string => (ENGLISH.test(word) ? stem(word) : word);
