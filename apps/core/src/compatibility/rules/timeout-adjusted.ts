import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'timeout-adjusted',
  side: 'contract',
  aspect: 'timeout',
  action: 'changed',
  bump: 'patch',
  summary: 'The timeout stays between half and twice what it was.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-6',
  matches: ({ change }) =>
    change.aspect === 'timeout' &&
    Number(change.after) <= 2 * Number(change.before) &&
    2 * Number(change.after) >= Number(change.before),
  message: ({ change }) =>
    `The timeout is now ${String(change.after)} ms, not ${String(change.before)}.`,
  examples: [
    {
      title: 'finds a little more',
      before: { timeout_ms: 5000 },
      after: { timeout_ms: 6000 },
      finds: ['timeout-adjusted'],
    },
    {
      title: 'is not meant of three times as much',
      before: { timeout_ms: 5000 },
      after: { timeout_ms: 15000 },
      finds: ['timeout-raised'],
    },
  ],
};
