import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'idempotent-removed',
  side: 'contract',
  aspect: 'idempotent',
  action: 'removed',
  bump: 'major',
  summary: 'A call can no longer be repeated safely: callers that retry act twice.',
  remedy: 'Keep repeated calls safe, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: ({ change }) => change.aspect === 'idempotent' && change.after === false,
  message: () => 'The tool is no longer idempotent.',
  examples: [
    {
      title: 'finds a promise taken back',
      before: { idempotent: true },
      after: { idempotent: false },
      finds: ['idempotent-removed'],
    },
    {
      title: 'is not meant the other way round',
      before: { idempotent: false },
      after: { idempotent: true },
      finds: ['idempotent-added'],
    },
  ],
};
