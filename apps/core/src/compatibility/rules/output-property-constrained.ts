import { answering } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-property-constrained',
  side: 'output',
  aspect: 'property',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A property that could be anything is described, and not all that was answered fits.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: (judged) => judged.change.action === 'added' && narrows('property')(judged),
  message: ({ change }) =>
    `The property "${change.subject}" could be anything that the object allowed and is now described.`,
  examples: [
    {
      title: 'finds a description of a key that was free',
      before: answering({
        value: {
          type: 'object',
          properties: {},
          additionalProperties: { type: ['string', 'integer'] },
        },
      }),
      after: answering({
        value: {
          type: 'object',
          properties: { n: { type: 'integer' } },
          additionalProperties: { type: ['string', 'integer'] },
        },
      }),
      finds: ['output-property-constrained'],
    },
    {
      title: 'is not meant where the key is free again',
      before: answering({
        value: {
          type: 'object',
          properties: { n: { type: 'integer' } },
          additionalProperties: { type: ['string', 'integer'] },
        },
      }),
      after: answering({
        value: {
          type: 'object',
          properties: {},
          additionalProperties: { type: ['string', 'integer'] },
        },
      }),
      finds: ['output-property-freed'],
    },
  ],
};
