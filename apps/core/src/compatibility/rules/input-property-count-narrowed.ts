import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-property-count-narrowed',
  side: 'input',
  aspect: 'property-count',
  action: 'narrowed',
  bump: 'major',
  summary:
    'Objects that callers may send are no longer accepted for the number of their properties.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5',
  matches: narrows('property-count'),
  message: ({ change }) => `Fewer objects are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a lower maximum of properties',
      before: takingValue({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: 10,
      }),
      after: takingValue({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: 5,
      }),
      finds: ['input-property-count-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: 5,
      }),
      after: takingValue({
        type: 'object',
        additionalProperties: { type: 'string' },
        maxProperties: 10,
      }),
      finds: ['input-property-count-widened'],
    },
  ],
};
