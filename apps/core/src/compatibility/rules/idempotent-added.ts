import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'idempotent-added',
  side: 'contract',
  aspect: 'idempotent',
  action: 'added',
  bump: 'minor',
  summary: 'A call can be repeated safely: it promises more.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-7',
  matches: ({ change }) => change.aspect === 'idempotent' && change.after === true,
  message: () => 'The tool is now idempotent.',
  examples: [
    {
      title: 'finds a promise given',
      before: { idempotent: false },
      after: { idempotent: true },
      finds: ['idempotent-added'],
    },
    {
      title: 'is not meant the other way round',
      before: { idempotent: true },
      after: { idempotent: false },
      finds: ['idempotent-removed'],
    },
  ],
};
