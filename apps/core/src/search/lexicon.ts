import stem from 'wink-porter2-stemmer';
import { STOP_WORDS } from './stop-words.js';

/** A term as it is looked up, and the word in the text that it stands for (lower case, unstemmed). */
export interface Token {
  readonly term: string;
  readonly word: string;
  /** Two neighbours of one identifier written together; in addition to both, so never counted. */
  readonly joined: boolean;
  /** Whether the character channel reads it: as it stands in the text, and not of a CJK script. */
  readonly isSpelled: boolean;
}

/** What there is to know of a word, however often it occurs. */
export interface Lexeme {
  readonly plain: Token;
  readonly joined: Token;
  readonly isStop: boolean;
}

/**
 * Few words make up most of all text, and a stem costs a hundred times what looking it up does. What
 * is remembered changes no answer, and is forgotten as a whole when it is too much.
 */
const remembered = new Map<string, Lexeme>();
const MOST_REMEMBERED = 50_000;
const LONGEST_REMEMBERED = 32;

export const lexemeOf = (word: string): Lexeme => {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const own = detached(word);
  const term = stemOf(own);
  const lexeme = {
    plain: { term, word: own, joined: false, isSpelled: true },
    joined: { term, word: own, joined: true, isSpelled: false },
    isStop: STOP_WORDS.has(own),
  };
  if (word.length > LONGEST_REMEMBERED) return lexeme;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(own, lexeme);
  return lexeme;
};

/** Lower-case words that were read lately, by hash; a word takes the place of another one. */
const recent: (Lexeme | undefined)[] = new Array<undefined>(2 ** 14).fill(undefined);

export const hashWith = (hash: number, code: number): number =>
  Math.imul(hash ^ code, 0x01000193) ^ (hash >>> 15);

/** The word between two places of a text; `hash` is over its characters. Most are not even cut out. */
export const lexemeAt = (text: string, start: number, end: number, hash: number): Lexeme => {
  const place = hash & (recent.length - 1);
  const known = recent[place];
  if (known?.plain.word.length === end - start && text.startsWith(known.plain.word, start)) {
    return known;
  }
  const lexeme = lexemeOf(text.slice(start, end).toLowerCase());
  recent[place] = lexeme;
  return lexeme;
};

/** A part of a text keeps the whole text in memory, for as long as the part is held anywhere. */
const detached = (part: string): string => ` ${part}`.slice(1);

/** The stemmer's cost grows with the square of the length, and no longer word is English. */
const ENGLISH = /^[a-z]{3,64}$/;

const stemOf = (word: string): string => (ENGLISH.test(word) ? stem(word) : word);
