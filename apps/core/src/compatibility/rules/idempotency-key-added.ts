import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'idempotency-key-added',
  side: 'contract',
  aspect: 'idempotency-key',
  action: 'added',
  bump: 'minor',
  summary: 'A key makes retries safe: it promises more.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-7',
  matches: states('idempotency-key', 'added'),
  message: () => 'There is now an idempotency key.',
  examples: [
    {
      title: 'finds a key where none was',
      before: {},
      after: { idempotency_key: { in: 'argument', name: 'request_id' } },
      finds: ['idempotency-key-added'],
    },
    {
      title: 'is not meant where it goes',
      before: { idempotency_key: { in: 'argument', name: 'request_id' } },
      after: {},
      finds: ['idempotency-key-removed'],
    },
  ],
};
