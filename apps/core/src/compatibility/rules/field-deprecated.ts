import { answeringValue, takingValue } from '../example-contract.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'field-deprecated',
  side: 'any',
  aspect: 'deprecated',
  action: 'added',
  bump: 'minor',
  summary:
    'A field is marked as deprecated: it still works, and callers learn that it will not for ever.',
  remedy: 'Say in the description what to use instead.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.3',
  matches: ({ change }) =>
    change.aspect === 'deprecated' &&
    change.action !== 'removed' &&
    !/^\/(?:input|output)_schema\/deprecated$/.test(change.path),
  message: () => 'The field is marked as deprecated.',
  examples: [
    {
      title: 'finds it on an argument',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', deprecated: true }),
      finds: ['field-deprecated'],
    },
    {
      title: 'finds it on a field of the answer',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: 'string', deprecated: true }),
      finds: ['field-deprecated'],
    },
    {
      title: 'is not meant where the mark goes',
      before: takingValue({ type: 'string', deprecated: true }),
      after: takingValue({ type: 'string' }),
      finds: ['field-no-longer-deprecated'],
    },
  ],
};
