import { visitRegExpAST } from '@eslint-community/regexpp';
import { readPattern } from '../../schema/patterns.js';

/** What is in a pattern that the validator of OpenAI does not know, in words. */
export const unsupportedIn = (pattern: string): readonly string[] => {
  const reading = readPattern(pattern);
  if (!reading.ok) return [];
  const found = new Set<string>();
  visitRegExpAST(reading.tree, {
    onAssertionEnter: ({ kind }) => {
      if (kind === 'lookahead' || kind === 'lookbehind') found.add('looking around');
    },
    onBackreferenceEnter: () => found.add('a back reference'),
    onCharacterSetEnter: ({ kind }) => {
      if (kind === 'property') found.add('a class of Unicode');
    },
  });
  return [...found];
};
