import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'annotations-changed',
  side: 'contract',
  aspect: 'hints',
  action: 'changed',
  bump: 'patch',
  summary:
    'The hints to clients have changed. They are not trusted, and a reviewer should look at them.',
  remedy: 'Let the reviewer compare the hints with what the tool does.',
  reference: 'https://semver.org/#spec-item-6',
  matches: states('hints'),
  message: () => 'The annotations (hints) have changed: a reviewer should look at them.',
  examples: [
    {
      title: 'finds another hint',
      before: { annotations: { openWorldHint: false } },
      after: { annotations: { openWorldHint: true } },
      finds: ['annotations-changed'],
    },
    {
      title: 'is not meant of the promise itself',
      before: { idempotent: false },
      after: { idempotent: true },
      finds: ['idempotent-added'],
    },
  ],
};
