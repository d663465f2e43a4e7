import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-range-widened',
  side: 'output',
  aspect: 'range',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Numbers are answered that consumers were told not to expect.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2',
  matches: widens('range'),
  message: ({ change }) => `More numbers are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a higher maximum',
      before: answeringValue({ type: 'integer', maximum: 10 }),
      after: answeringValue({ type: 'integer', maximum: 100 }),
      finds: ['output-range-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'integer', maximum: 100 }),
      after: answeringValue({ type: 'integer', maximum: 10 }),
      finds: ['output-range-narrowed'],
    },
  ],
};
