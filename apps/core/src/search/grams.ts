import type { Token } from './analyse.js';

export const GRAM_SIZE = 4;
const CHARACTER_BITS = 7;
const CHARACTER_MASK = 2 ** CHARACTER_BITS - 1;
const GRAM_MASK = 2 ** (GRAM_SIZE * CHARACTER_BITS) - 1;
const SPACE = 32;

/**
 * Every run of four characters over the words that carry meaning, the gaps between them included:
 * what survives a misspelling, and which words stand side by side. A gram is a number of seven bits
 * for each character; letters of other scripts are folded into them, which within one script keeps
 * them apart.
 */
export class GramReader {
  private gram = 0;
  private length = 0;

  constructor(private readonly visit: (gram: number) => void) {}

  read(token: Token): void {
    if (!token.isSpelled) return;
    if (this.length === 0) this.take(SPACE);
    for (let at = 0; at < token.word.length; at++) this.take(token.word.charCodeAt(at));
    this.take(SPACE);
  }

  private take(code: number): void {
    this.gram = ((this.gram << CHARACTER_BITS) | folded(code)) & GRAM_MASK;
    this.length += 1;
    if (this.length >= GRAM_SIZE) this.visit(this.gram);
  }
}

const folded = (code: number): number => (code ^ (code >>> CHARACTER_BITS)) & CHARACTER_MASK;

/** The gram from a place of a text on. */
export const gramAt = (text: string, from: number): number => {
  let gram = 0;
  for (let at = from; at < from + GRAM_SIZE; at++) {
    gram = (gram << CHARACTER_BITS) | folded(text.charCodeAt(at));
  }
  return gram;
};

/** A gram that has an `a` at one of its four places, with another letter there: 1 for `b`, and so on. */
export const gramWith = (gram: number, place: number, letter: number): number =>
  gram + (letter << ((GRAM_SIZE - 1 - place) * CHARACTER_BITS));
