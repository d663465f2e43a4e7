import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-property-count-narrowed',
  side: 'output',
  aspect: 'property-count',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Objects of fewer sizes are answered.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5',
  matches: narrows('property-count'),
  message: ({ change }) => `Fewer objects are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a lower maximum of properties',
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
    {
      title: 'is not meant where it is the other way round',
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
  ],
};
