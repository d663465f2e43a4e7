import { taking } from '../example-contract.js';
import { isPropertyLost, widens } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'input-property-freed',
  side: 'input',
  aspect: 'property',
  action: 'widened',
  bump: 'minor',
  summary:
    'A property is no longer described by itself and may be whatever the object allows of others.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://semver.org/#spec-item-7',
  matches: (judged) =>
    judged.change.action === 'removed' && widens('property')(judged) && !isPropertyLost(judged),
  message: ({ change }) => `The property "${change.subject}" is no longer described by itself.`,
  examples: [
    {
      title: 'finds a key that is free again',
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
    {
      title: 'is not meant where the key is described',
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
  ],
};
