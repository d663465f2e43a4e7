import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-pattern-narrowed',
  side: 'input',
  aspect: 'pattern',
  action: 'narrowed',
  bump: 'major',
  summary: 'Strings that callers may send no longer match.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3',
  matches: narrows('pattern'),
  message: ({ change }) => `Fewer strings match: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a pattern where none was',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', pattern: '^[a-z]+$' }),
      finds: ['input-pattern-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'string', pattern: '^[a-z]+$' }),
      after: takingValue({ type: 'string' }),
      finds: ['input-pattern-widened'],
    },
  ],
};
