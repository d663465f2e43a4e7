import { analyse, hasCjk } from './analyse.js';
import { characterGrams } from './grams.js';

/** A pasted page must not cost more than a long sentence does. */
const MOST_CHARACTERS = 2000;
const MOST_TERMS = 255;
const MOST_GRAMS = 256;

export interface Query {
  /** Each distinct term, with the word of the query that it came from. */
  readonly terms: ReadonlyMap<string, string>;
  /** Distinct; none with CJK text, whose pairs of characters already do their work. */
  readonly grams: readonly number[];
  /** Names of tools are ASCII: CJK text has a word of one only by accident. */
  readonly cjk: boolean;
}

/** What a query asks the index for. How often it repeats a word says nothing. */
export const readQuery = (text: string): Query => {
  const read = text.slice(0, MOST_CHARACTERS);
  const terms = new Map<string, string>();
  for (const { term, word } of analyse(read)) {
    if (terms.size < MOST_TERMS && !terms.has(term)) terms.set(term, word);
  }
  const cjk = hasCjk(read);
  const grams = cjk ? [] : [...new Set(characterGrams(read))].slice(0, MOST_GRAMS);
  return { terms, grams, cjk };
};
