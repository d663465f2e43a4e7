import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-pattern-narrowed',
  side: 'output',
  aspect: 'pattern',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Fewer strings are answered.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3',
  matches: narrows('pattern'),
  message: ({ change }) => `Fewer strings match: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a pattern where none was',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: 'string', pattern: '^[a-z]+$' }),
      finds: ['output-pattern-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'string', pattern: '^[a-z]+$' }),
      after: answeringValue({ type: 'string' }),
      finds: ['output-pattern-widened'],
    },
  ],
};
