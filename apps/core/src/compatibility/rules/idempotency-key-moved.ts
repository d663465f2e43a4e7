import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'idempotency-key-moved',
  side: 'contract',
  aspect: 'idempotency-key',
  action: 'changed',
  bump: 'major',
  summary: 'Callers that send the key at its old place are no longer heard.',
  remedy: 'Keep the key where it is, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: states('idempotency-key', 'changed'),
  message: () => 'The idempotency key is at another place.',
  examples: [
    {
      title: 'finds a key that moved into a header',
      before: { idempotency_key: { in: 'argument', name: 'request_id' } },
      after: { idempotency_key: { in: 'header', name: 'Idempotency-Key' } },
      finds: ['idempotency-key-moved'],
    },
    {
      title: 'is not meant where there was none',
      before: {},
      after: { idempotency_key: { in: 'argument', name: 'request_id' } },
      finds: ['idempotency-key-added'],
    },
  ],
};
