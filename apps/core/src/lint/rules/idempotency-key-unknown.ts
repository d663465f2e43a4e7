import { pointer } from '../../json/pointer.js';
import { argumentTest } from '../input-properties.js';
import type { LintRule } from '../lint-rule.js';

export const idempotencyKeyUnknown: LintRule = {
  id: 'idempotency-key-unknown',
  level: 'error',
  message: 'The idempotency key names an argument that the input schema does not declare.',
  remedy: 'Declare the property, or name the one that carries the key.',
  reference: 'A caller that repeats a call needs to know which argument makes the two the same.',
  matches: ({ contract: { idempotency_key: key }, input }) =>
    key?.in !== 'argument' || input === null || argumentTest(input)(pointer('', key.name))
      ? []
      : [{ path: '/idempotency_key/name' }],
  examples: [
    {
      title: 'a property that is not there',
      contract: {
        idempotency_key: { in: 'argument', name: 'request_id' },
        input_schema: { type: 'object', properties: { subject: true } },
      },
      finds: ['/idempotency_key/name'],
    },
    {
      title: 'a property behind a reference',
      contract: {
        idempotency_key: { in: 'argument', name: 'request_id' },
        input_schema: {
          type: 'object',
          allOf: [{ $ref: '#/$defs/key' }],
          $defs: { key: { properties: { request_id: { type: 'string' } } } },
        },
      },
      finds: [],
    },
    {
      title: 'a header',
      contract: { idempotency_key: { in: 'header', name: 'Idempotency-Key' } },
      finds: [],
    },
  ],
};
