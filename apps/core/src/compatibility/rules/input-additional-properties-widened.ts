import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-additional-properties-widened',
  side: 'input',
  aspect: 'additional-properties',
  action: 'widened',
  bump: 'minor',
  summary: 'Properties that the schema does not name are accepted more freely.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.3',
  matches: widens('additional-properties'),
  message: ({ change }) =>
    `More properties are allowed beside the named ones: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds properties that may be anything',
      before: takingValue({ type: 'object', additionalProperties: { type: 'string' } }),
      after: takingValue({ type: 'object', additionalProperties: true }),
      finds: ['input-additional-properties-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'object', additionalProperties: true }),
      after: takingValue({ type: 'object', additionalProperties: { type: 'string' } }),
      finds: ['input-additional-properties-narrowed'],
    },
  ],
};
