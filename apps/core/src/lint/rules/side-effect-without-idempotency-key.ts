import type { LintRule } from '../lint-rule.js';

export const sideEffectWithoutIdempotencyKey: LintRule = {
  id: 'side-effect-without-idempotency-key',
  level: 'warning',
  message: 'A call that is repeated after a lost answer takes effect twice.',
  remedy: 'Name an `idempotency_key`, or make the tool idempotent.',
  reference: 'IETF draft "The Idempotency-Key HTTP Header Field".',
  matches: ({ contract }) =>
    contract.side_effect && !contract.idempotent && contract.idempotency_key === undefined
      ? [{ path: '/idempotency_key' }]
      : [],
  examples: [
    {
      title: 'a side effect without a key',
      contract: { side_effect: true, idempotent: false },
      finds: ['/idempotency_key'],
    },
    {
      title: 'an idempotent side effect',
      contract: { side_effect: true, idempotent: true },
      finds: [],
    },
    {
      title: 'a key in a header',
      contract: {
        side_effect: true,
        idempotent: false,
        idempotency_key: { in: 'header', name: 'Idempotency-Key' },
      },
      finds: [],
    },
  ],
};
