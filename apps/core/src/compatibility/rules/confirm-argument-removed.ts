import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'confirm-argument-removed',
  side: 'contract',
  aspect: 'confirm-argument',
  action: 'removed',
  bump: 'major',
  summary: 'An argument that a person confirmed is sent unseen.',
  remedy: 'Keep the confirmation, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: states('confirm-argument', 'removed'),
  message: ({ change }) => `${change.subject} is no longer confirmed.`,
  examples: [
    {
      title: 'finds an argument no longer confirmed',
      before: { confirm_arguments: ['/customer_id', '/amount'] },
      after: { confirm_arguments: ['/amount'] },
      finds: ['confirm-argument-removed'],
    },
    {
      title: 'leaves the order alone',
      before: { confirm_arguments: ['/a', '/b'] },
      after: { confirm_arguments: ['/b', '/a'] },
      finds: [],
    },
  ],
};
