import { analyse, hasCjk, type Token } from './analyse.js';
import { GramReader } from './grams.js';
import { lexemeOf } from './lexicon.js';
import type { Spelling } from './spelling.js';

/** A pasted page must not cost more than a long sentence does. */
const MOST_CHARACTERS = 2000;
const MOST_TERMS = 255;
const MOST_GRAMS = 1024;
/** What two words in a row count as one, beside what each counts by itself. */
const PHRASE_WEIGHT = 0.3;

export interface QueryTerm {
  /** What of the query it stands for. */
  readonly word: string;
  readonly weight: number;
}

export interface Query {
  /** Each distinct term, the words before the phrases. */
  readonly terms: ReadonlyMap<string, QueryTerm>;
  /** Distinct; none with CJK text, whose pairs of characters already do their work. */
  readonly grams: readonly number[];
  /** Names of tools are ASCII: CJK text has a word of one only by accident. */
  readonly cjk: boolean;
}

/** Words are parted where there is a space. */
export const isPhrase = ({ word }: QueryTerm): boolean => word.includes(' ');

/**
 * What a query asks the index for. How often it repeats a word says nothing. Two words in a row are
 * also looked up as one, which is how identifiers are indexed: of the tools for "power output" those
 * called `getPowerOutput` or `power_output` are meant. With a spelling it is read as what it is meant
 * to say.
 */
export const readQuery = (text: string, spelling?: Spelling): Query => {
  const read = text.slice(0, MOST_CHARACTERS);
  const written = analyse(read);
  const spelt = spelling?.read(written) ?? written.map((token) => ({ token, weight: 1 }));
  const tokens = spelt.map(({ token }) => token);
  const terms = new Map<string, QueryTerm>();
  const add = (term: string, word: string, weight: number): void => {
    const known = terms.get(term);
    const counts = known === undefined ? terms.size < MOST_TERMS : known.weight < weight;
    if (counts) terms.set(term, { word, weight });
  };
  for (const { token, weight } of spelt) add(token.term, token.word, weight);
  for (const [first, second] of neighbours(tokens)) {
    const { term } = lexemeOf(first + second).plain;
    add(term, `${first} ${second}`, PHRASE_WEIGHT);
  }
  const cjk = hasCjk(read);
  return { terms, grams: cjk ? [] : gramsOf(tokens), cjk };
};

const neighbours = (tokens: readonly Token[]): [string, string][] => {
  const words = tokens.filter(({ joined }) => !joined);
  return words.flatMap((first, at): [string, string][] => {
    const second = words[at + 1];
    return first.isSpelled && second?.isSpelled === true ? [[first.word, second.word]] : [];
  });
};

const gramsOf = (tokens: readonly Token[]): number[] => {
  const grams = new Set<number>();
  const reader = new GramReader((gram) => grams.size < MOST_GRAMS && grams.add(gram));
  for (const token of tokens) reader.read(token);
  return [...grams];
};
