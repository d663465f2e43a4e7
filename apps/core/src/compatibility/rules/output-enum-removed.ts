import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-enum-removed',
  side: 'output',
  aspect: 'enum',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'What was limited to listed values is free: consumers may meet any.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2',
  matches: widens('enum'),
  message: ({ change }) => `More values are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a list that is gone',
      before: answeringValue({ type: 'string', enum: ['S', 'M'] }),
      after: answeringValue({ type: 'string' }),
      finds: ['output-enum-removed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: 'string', enum: ['S', 'M'] }),
      finds: ['output-enum-added'],
    },
  ],
};
