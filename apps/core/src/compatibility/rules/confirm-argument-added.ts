import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'confirm-argument-added',
  side: 'contract',
  aspect: 'confirm-argument',
  action: 'added',
  bump: 'minor',
  summary: 'A further argument is confirmed by a person.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-7',
  matches: states('confirm-argument', 'added'),
  message: ({ change }) => `${change.subject} is now confirmed.`,
  examples: [
    {
      title: 'finds an argument newly confirmed',
      before: { confirm_arguments: ['/amount'] },
      after: { confirm_arguments: ['/customer_id', '/amount'] },
      finds: ['confirm-argument-added'],
    },
    {
      title: 'is not meant where one goes',
      before: { confirm_arguments: ['/amount'] },
      after: {},
      finds: ['confirm-argument-removed'],
    },
  ],
};
