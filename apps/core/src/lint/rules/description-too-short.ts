import type { LintRule } from '../lint-rule.js';

/** With fewer words nobody can tell one tool from another. */
const FEWEST_WORDS = 3;

/** Scripts without spaces: two characters count as a word. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

export const descriptionTooShort: LintRule = {
  id: 'description-too-short',
  level: 'warning',
  message: 'The description says hardly more than a name does.',
  remedy: 'Say what the tool does, when it is the right one, and what it answers.',
  reference: 'A model chooses between tools by their descriptions, and by little else.',
  matches: ({ contract: { title, description } }) =>
    wordsIn(description) < FEWEST_WORDS || isSame(title, description)
      ? [{ path: '/description' }]
      : [],
  examples: [
    { title: 'two words', contract: { description: 'Get user.' }, finds: ['/description'] },
    {
      title: 'the title again',
      contract: { title: 'Create a ticket', description: 'Create a ticket.' },
      finds: ['/description'],
    },
    {
      title: 'a short sentence, in a script without spaces too',
      contract: { title: 'Ping', description: '检查服务器是否可用。' },
      finds: [],
    },
  ],
};

const wordsIn = (text: string): number => {
  const dense = text.match(DENSE)?.length ?? 0;
  const spaced = text.replace(DENSE, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return spaced + dense / 2;
};

const isSame = (title: string | undefined, description: string): boolean =>
  title !== undefined && lettersOf(title) === lettersOf(description);

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
