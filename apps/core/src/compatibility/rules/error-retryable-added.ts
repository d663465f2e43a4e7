import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'error-retryable-added',
  side: 'contract',
  aspect: 'error-retryable',
  action: 'added',
  bump: 'minor',
  summary: 'An error may now be tried again: it promises more.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-7',
  matches: ({ change }) => change.aspect === 'error-retryable' && change.after === true,
  message: ({ change }) => `The error ${change.subject} can now be tried again.`,
  examples: [
    {
      title: 'finds an error that may be tried again',
      before: { errors: [{ code: 'FULL', retryable: false }] },
      after: { errors: [{ code: 'FULL', retryable: true }] },
      finds: ['error-retryable-added'],
    },
    {
      title: 'is not meant the other way round',
      before: { errors: [{ code: 'FULL', retryable: true }] },
      after: { errors: [{ code: 'FULL', retryable: false }] },
      finds: ['error-retryable-removed'],
    },
  ],
};
