import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'error-code-added',
  side: 'contract',
  aspect: 'error-code',
  action: 'added',
  bump: 'minor',
  summary: 'A further error is told apart.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-7',
  matches: states('error-code', 'added'),
  message: ({ change }) => `The error code ${change.subject} is new.`,
  examples: [
    {
      title: 'finds a new code',
      before: {},
      after: { errors: [{ code: 'FULL', retryable: true }] },
      finds: ['error-code-added'],
    },
    {
      title: 'is not meant where one goes',
      before: { errors: [{ code: 'FULL', retryable: true }] },
      after: {},
      finds: ['error-code-removed'],
    },
  ],
};
