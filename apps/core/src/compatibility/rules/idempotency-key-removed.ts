import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'idempotency-key-removed',
  side: 'contract',
  aspect: 'idempotency-key',
  action: 'removed',
  bump: 'major',
  summary: 'Callers that send the key to make retries safe are no longer heard.',
  remedy: 'Keep the key, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: states('idempotency-key', 'removed'),
  message: () => 'The idempotency key is gone.',
  examples: [
    {
      title: 'finds a key that is gone',
      before: { idempotency_key: { in: 'argument', name: 'request_id' } },
      after: {},
      finds: ['idempotency-key-removed'],
    },
    {
      title: 'is not meant where it moved',
      before: { idempotency_key: { in: 'argument', name: 'request_id' } },
      after: { idempotency_key: { in: 'header', name: 'Idempotency-Key' } },
      finds: ['idempotency-key-moved'],
    },
  ],
};
