import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'implementation-changed',
  side: 'contract',
  aspect: 'implementation',
  action: 'changed',
  bump: 'patch',
  summary: 'Another build behind the same contract.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-6',
  matches: states('implementation'),
  message: () => 'The implementation has changed.',
  examples: [
    {
      title: 'finds another build',
      before: { implementation: 'git:1' },
      after: { implementation: 'git:2' },
      finds: ['implementation-changed'],
    },
    {
      title: 'is not meant of tags',
      before: { tags: ['a'] },
      after: { tags: ['b'] },
      finds: ['tags-changed'],
    },
  ],
};
