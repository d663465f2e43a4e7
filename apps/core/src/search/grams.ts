import { contentWords } from './analyse.js';

const SIZE = 4;
const CHARACTER_BITS = 7;
const CHARACTER_MASK = 2 ** CHARACTER_BITS - 1;
const GRAM_MASK = 2 ** (SIZE * CHARACTER_BITS) - 1;

/**
 * Every run of four characters over the words that carry meaning, the gaps between them included:
 * what survives a misspelling, and which words stand side by side. A gram is a number of seven bits
 * for each character; letters of other scripts are folded into them, which within one script keeps
 * them apart.
 */
export const characterGrams = (text: string): number[] => {
  const words = contentWords(text);
  if (words.length === 0) return [];
  const padded = ` ${words.join(' ')} `;
  const grams: number[] = [];
  let gram = 0;
  for (let at = 0; at < padded.length; at++) {
    const code = padded.charCodeAt(at);
    gram =
      ((gram << CHARACTER_BITS) | ((code ^ (code >>> CHARACTER_BITS)) & CHARACTER_MASK)) &
      GRAM_MASK;
    if (at >= SIZE - 1) grams.push(gram);
  }
  return grams;
};
