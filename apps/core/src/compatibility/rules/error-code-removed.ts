import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'error-code-removed',
  side: 'contract',
  aspect: 'error-code',
  action: 'removed',
  bump: 'major',
  summary: 'Callers that handle the code wait for it in vain.',
  remedy: 'Keep the code, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: states('error-code', 'removed'),
  message: ({ change }) => `The error code ${change.subject} is gone.`,
  examples: [
    {
      title: 'finds a code that is gone',
      before: { errors: [{ code: 'FULL', retryable: true }] },
      after: {},
      finds: ['error-code-removed'],
    },
    {
      title: 'leaves the order alone',
      before: {
        errors: [
          { code: 'A', retryable: true },
          { code: 'B', retryable: true },
        ],
      },
      after: {
        errors: [
          { code: 'B', retryable: true },
          { code: 'A', retryable: true },
        ],
      },
      finds: [],
    },
  ],
};
