import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-property-count-widened',
  side: 'output',
  aspect: 'property-count',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Objects are answered of a size that consumers were told not to expect.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5',
  matches: widens('property-count'),
  message: ({ change }) => `More objects are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a higher maximum of properties',
      before: answeringValue({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: 5,
      }),
      after: answeringValue({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: 10,
      }),
      finds: ['output-property-count-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: 10,
      }),
      after: answeringValue({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: 5,
      }),
      finds: ['output-property-count-narrowed'],
    },
  ],
};
