import { taking, takingValue } from '../example-contract.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'deprecation-changed',
  side: 'any',
  aspect: 'deprecated',
  action: 'changed',
  bump: 'patch',
  summary:
    'The schema as a whole is marked as deprecated, or no longer: the life of a version is told by its state.',
  remedy: 'Use the transition to deprecated, which callers are told about.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.3',
  matches: ({ change }) =>
    change.aspect === 'deprecated' && /^\/(?:input|output)_schema\/deprecated$/.test(change.path),
  message: () => 'The mark of deprecation on the whole schema has changed.',
  examples: [
    {
      title: 'finds a mark on the root',
      before: taking({ q: { type: 'string' } }),
      after: taking({ q: { type: 'string' } }, { deprecated: true }),
      finds: ['deprecation-changed'],
    },
    {
      title: 'is not meant of a field',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', deprecated: true }),
      finds: ['field-deprecated'],
    },
  ],
};
