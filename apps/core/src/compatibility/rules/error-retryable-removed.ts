import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'error-retryable-removed',
  side: 'contract',
  aspect: 'error-retryable',
  action: 'removed',
  bump: 'major',
  summary: 'Callers that try again after this error do so in vain.',
  remedy: 'Keep the error retryable, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: ({ change }) => change.aspect === 'error-retryable' && change.after === false,
  message: ({ change }) => `The error ${change.subject} can no longer be tried again.`,
  examples: [
    {
      title: 'finds an error that has become final',
      before: { errors: [{ code: 'FULL', retryable: true }] },
      after: { errors: [{ code: 'FULL', retryable: false }] },
      finds: ['error-retryable-removed'],
    },
    {
      title: 'is not meant the other way round',
      before: { errors: [{ code: 'FULL', retryable: false }] },
      after: { errors: [{ code: 'FULL', retryable: true }] },
      finds: ['error-retryable-added'],
    },
  ],
};
