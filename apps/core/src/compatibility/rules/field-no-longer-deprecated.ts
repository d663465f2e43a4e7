import { answeringValue, takingValue } from '../example-contract.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'field-no-longer-deprecated',
  side: 'any',
  aspect: 'deprecated',
  action: 'removed',
  bump: 'minor',
  summary: 'A field is no longer marked as deprecated: it is promised again.',
  remedy: 'Nothing to do.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.3',
  matches: ({ change }) =>
    change.aspect === 'deprecated' &&
    change.action === 'removed' &&
    !/^\/(?:input|output)_schema\/deprecated$/.test(change.path),
  message: () => 'The field is no longer marked as deprecated.',
  examples: [
    {
      title: 'finds it on an argument',
      before: takingValue({ type: 'string', deprecated: true }),
      after: takingValue({ type: 'string' }),
      finds: ['field-no-longer-deprecated'],
    },
    {
      title: 'finds it on a field of the answer',
      before: answeringValue({ type: 'string', deprecated: true }),
      after: answeringValue({ type: 'string' }),
      finds: ['field-no-longer-deprecated'],
    },
    {
      title: 'is not meant where the mark comes',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', deprecated: true }),
      finds: ['field-deprecated'],
    },
  ],
};
