import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-condition-widened',
  side: 'output',
  aspect: 'condition',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A condition no longer keeps to what consumers were told.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2',
  matches: widens('condition'),
  message: ({ change }) => `Some of what was refused is allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a condition that is gone',
      before: answeringValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
        if: { required: ['kind'] },
        then: { required: ['note'] },
      }),
      after: answeringValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
      }),
      finds: ['output-condition-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
      }),
      after: answeringValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
        if: { required: ['kind'] },
        then: { required: ['note'] },
      }),
      finds: ['output-condition-narrowed'],
    },
  ],
};
