import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'error-description-changed',
  side: 'contract',
  aspect: 'error-description',
  action: 'changed',
  bump: 'patch',
  summary: 'The text of an error has changed; its code and whether it may be tried again have not.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-6',
  matches: states('error-description'),
  message: ({ change }) => `The description of the error ${change.subject} has changed.`,
  examples: [
    {
      title: 'finds another text',
      before: { errors: [{ code: 'FULL', retryable: true, description: 'Wait.' }] },
      after: { errors: [{ code: 'FULL', retryable: true, description: 'Try again later.' }] },
      finds: ['error-description-changed'],
    },
    {
      title: 'leaves a new code to its own rule',
      before: {},
      after: { errors: [{ code: 'FULL', retryable: true, description: 'Wait.' }] },
      finds: ['error-code-added'],
    },
  ],
};
