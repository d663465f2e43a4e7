import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-enum-added',
  side: 'output',
  aspect: 'enum',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'What was free is limited to listed values.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2',
  matches: narrows('enum'),
  message: ({ change }) => `The values are limited to fewer: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a list where any string was allowed',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: 'string', enum: ['S', 'M'] }),
      finds: ['output-enum-added'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'string', enum: ['S', 'M'] }),
      after: answeringValue({ type: 'string' }),
      finds: ['output-enum-removed'],
    },
  ],
};
