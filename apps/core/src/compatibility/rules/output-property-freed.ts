import { answering } from '../example-contract.js';
import { isPropertyLost, widens } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-property-freed',
  side: 'output',
  aspect: 'property',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary:
    'A property is no longer described by itself and may be whatever the object allows of others.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: (judged) =>
    judged.change.action === 'removed' && widens('property')(judged) && !isPropertyLost(judged),
  message: ({ change }) => `The property "${change.subject}" is no longer described by itself.`,
  examples: [
    {
      title: 'finds a key that is free again',
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
    {
      title: 'is not meant where the key is described',
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
  ],
};
