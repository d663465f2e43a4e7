import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-additional-properties-narrowed',
  side: 'output',
  aspect: 'additional-properties',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Properties that the schema does not name are answered more narrowly.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.3',
  matches: narrows('additional-properties'),
  message: ({ change }) =>
    `Fewer properties are allowed beside the named ones: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a type for properties that could be anything',
      before: answeringValue({ type: 'object', additionalProperties: true }),
      after: answeringValue({ type: 'object', additionalProperties: { type: 'string' } }),
      finds: ['output-additional-properties-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'object', additionalProperties: { type: 'string' } }),
      after: answeringValue({ type: 'object', additionalProperties: true }),
      finds: ['output-additional-properties-widened'],
    },
  ],
};
