import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'timeout-raised',
  side: 'contract',
  aspect: 'timeout',
  action: 'raised',
  bump: 'major',
  summary: 'Callers wait more than twice as long.',
  remedy: 'Stay within twice the old timeout, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: ({ change }) =>
    change.aspect === 'timeout' && Number(change.after) > 2 * Number(change.before),
  message: ({ change }) =>
    `The timeout is raised from ${String(change.before)} to ${String(change.after)} ms, more than twofold.`,
  examples: [
    {
      title: 'finds more than twofold',
      before: { timeout_ms: 5000 },
      after: { timeout_ms: 10001 },
      finds: ['timeout-raised'],
    },
    {
      title: 'is not meant of exactly twofold',
      before: { timeout_ms: 5000 },
      after: { timeout_ms: 10000 },
      finds: ['timeout-adjusted'],
    },
  ],
};
