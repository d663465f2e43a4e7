import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-pattern-widened',
  side: 'output',
  aspect: 'pattern',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Strings are answered that did not match before.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3',
  matches: widens('pattern'),
  message: ({ change }) => `More strings match: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a pattern that is gone',
      before: answeringValue({ type: 'string', pattern: '^[a-z]+$' }),
      after: answeringValue({ type: 'string' }),
      finds: ['output-pattern-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: 'string', pattern: '^[a-z]+$' }),
      finds: ['output-pattern-narrowed'],
    },
  ],
};
