import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-additional-properties-narrowed',
  side: 'input',
  aspect: 'additional-properties',
  action: 'narrowed',
  bump: 'major',
  summary: 'Properties that the schema does not name are no longer accepted as they were.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.3',
  matches: narrows('additional-properties'),
  message: ({ change }) =>
    `Fewer properties are allowed beside the named ones: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a type for properties that could be anything',
      before: takingValue({ type: 'object', additionalProperties: true }),
      after: takingValue({ type: 'object', additionalProperties: { type: 'string' } }),
      finds: ['input-additional-properties-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'object', additionalProperties: { type: 'string' } }),
      after: takingValue({ type: 'object', additionalProperties: true }),
      finds: ['input-additional-properties-widened'],
    },
  ],
};
