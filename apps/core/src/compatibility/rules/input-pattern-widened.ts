import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-pattern-widened',
  side: 'input',
  aspect: 'pattern',
  action: 'widened',
  bump: 'minor',
  summary: 'More strings match.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3',
  matches: widens('pattern'),
  message: ({ change }) => `More strings match: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a pattern that is gone',
      before: takingValue({ type: 'string', pattern: '^[a-z]+$' }),
      after: takingValue({ type: 'string' }),
      finds: ['input-pattern-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', pattern: '^[a-z]+$' }),
      finds: ['input-pattern-narrowed'],
    },
  ],
};
