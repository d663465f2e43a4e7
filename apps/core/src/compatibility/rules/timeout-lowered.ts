import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'timeout-lowered',
  side: 'contract',
  aspect: 'timeout',
  action: 'lowered',
  bump: 'major',
  summary: 'Calls that took their time are cut off after less than half of it.',
  remedy: 'Stay above half of the old timeout, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: ({ change }) =>
    change.aspect === 'timeout' && 2 * Number(change.after) < Number(change.before),
  message: ({ change }) =>
    `The timeout is lowered from ${String(change.before)} to ${String(change.after)} ms, below half.`,
  examples: [
    {
      title: 'finds less than half',
      before: { timeout_ms: 5000 },
      after: { timeout_ms: 2499 },
      finds: ['timeout-lowered'],
    },
    {
      title: 'is not meant of exactly half',
      before: { timeout_ms: 5000 },
      after: { timeout_ms: 2500 },
      finds: ['timeout-adjusted'],
    },
  ],
};
