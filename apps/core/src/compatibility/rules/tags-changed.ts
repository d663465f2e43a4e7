import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'tags-changed',
  side: 'contract',
  aspect: 'tags',
  action: 'changed',
  bump: 'patch',
  summary: 'Tags help people find a tool and promise nothing.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-6',
  matches: states('tags'),
  message: () => 'The tags have changed.',
  examples: [
    {
      title: 'finds another tag',
      before: { tags: ['a'] },
      after: { tags: ['a', 'b'] },
      finds: ['tags-changed'],
    },
    {
      title: 'leaves the order alone',
      before: { tags: ['a', 'b'] },
      after: { tags: ['b', 'a'] },
      finds: [],
    },
  ],
};
