import type { LintRule } from '../lint-rule.js';

export const errorsMissing: LintRule = {
  id: 'errors-missing',
  level: 'warning',
  message: 'Nothing says how the tool can fail and which failures are worth another try.',
  remedy: 'List the `errors` with `code` and `retryable`; an empty list says that there are none.',
  reference: 'Agents repeat calls that cannot succeed, and give up on those that could.',
  matches: ({ contract }) => (contract.errors === undefined ? [{ path: '/errors' }] : []),
  examples: [
    { title: 'no list', contract: {}, finds: ['/errors'] },
    { title: 'an empty list', contract: { errors: [] }, finds: [] },
  ],
};
