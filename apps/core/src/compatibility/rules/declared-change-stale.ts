import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'declared-change-stale',
  side: 'contract',
  aspect: 'declared-change',
  action: 'changed',
  bump: 'none',
  summary: 'The manifest declares the change of a text that has not changed.',
  remedy: 'Take the entry out of "changes".',
  reference: 'https://semver.org/#spec-item-6',
  matches: states('declared-change'),
  message: ({ change }) =>
    `"changes" names ${change.path === '' ? 'the manifest itself' : change.path}, where no title or description has changed.`,
  examples: [
    {
      title: 'finds an entry for a text that is the same',
      before: { title: 'One' },
      after: { title: 'One' },
      changes: [{ path: '/title', meaning: 'clarified' }],
      finds: ['declared-change-stale'],
    },
    {
      title: 'is not meant where the text did change',
      before: { title: 'One' },
      after: { title: 'Two' },
      changes: [{ path: '/title', meaning: 'clarified' }],
      finds: ['description-clarified'],
    },
  ],
};
