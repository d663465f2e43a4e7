import { taking } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'input-property-constrained',
  side: 'input',
  aspect: 'property',
  action: 'narrowed',
  bump: 'major',
  summary:
    'A property that could be anything is described, and not all that callers may send fits.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: (judged) => judged.change.action === 'added' && narrows('property')(judged),
  message: ({ change }) =>
    `The property "${change.subject}" could be anything that the object allowed and is now described.`,
  examples: [
    {
      title: 'finds a description of a key that was free',
      before: taking({
        value: {
          type: 'object',
          properties: {},
          additionalProperties: { type: ['string', 'integer'] },
        },
      }),
      after: taking({
        value: {
          type: 'object',
          properties: { n: { type: 'integer' } },
          additionalProperties: { type: ['string', 'integer'] },
        },
      }),
      finds: ['input-property-constrained'],
    },
    {
      title: 'is not meant where the key is free again',
      before: taking({
        value: {
          type: 'object',
          properties: { n: { type: 'integer' } },
          additionalProperties: { type: ['string', 'integer'] },
        },
      }),
      after: taking({
        value: {
          type: 'object',
          properties: {},
          additionalProperties: { type: ['string', 'integer'] },
        },
      }),
      finds: ['input-property-freed'],
    },
  ],
};
