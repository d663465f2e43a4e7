import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-additional-properties-widened',
  side: 'output',
  aspect: 'additional-properties',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Properties are answered that consumers were told not to expect.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.3',
  matches: widens('additional-properties'),
  message: ({ change }) =>
    `More properties are allowed beside the named ones: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds properties that may be anything',
      before: answeringValue({ type: 'object', additionalProperties: { type: 'string' } }),
      after: answeringValue({ type: 'object', additionalProperties: true }),
      finds: ['output-additional-properties-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'object', additionalProperties: true }),
      after: answeringValue({ type: 'object', additionalProperties: { type: 'string' } }),
      finds: ['output-additional-properties-narrowed'],
    },
  ],
};
