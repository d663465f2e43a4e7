import { contentWords } from './analyse.js';

const SIZE = 4;

/**
 * Every run of four characters over the words that carry meaning, the gaps between them included:
 * what survives a misspelling, and which words stand side by side.
 */
export const characterGrams = (text: string): string[] => {
  const words = contentWords(text);
  if (words.length === 0) return [];
  const padded = ` ${words.join(' ')} `;
  const grams: string[] = [];
  for (let at = 0; at + SIZE <= padded.length; at++) grams.push(padded.slice(at, at + SIZE));
  return grams;
};
