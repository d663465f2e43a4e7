import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-property-count-widened',
  side: 'input',
  aspect: 'property-count',
  action: 'widened',
  bump: 'minor',
  summary: 'Objects of further sizes are accepted.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5',
  matches: widens('property-count'),
  message: ({ change }) => `More objects are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a higher maximum of properties',
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
    {
      title: 'is not meant where it is the other way round',
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
  ],
};
