import { answeringValue, takingValue } from '../example-contract.js';
import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'schema-annotation-changed',
  side: 'any',
  aspect: 'annotation',
  action: 'changed',
  bump: 'patch',
  summary:
    'A comment, readOnly, writeOnly or a keyword that no dialect knows has changed: it admits and refuses nothing.',
  remedy: 'Nothing to do.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4',
  matches: states('annotation'),
  message: ({ change }) => `${change.subject} has changed.`,
  examples: [
    {
      title: 'finds it on an argument',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', $comment: 'see the guide' }),
      finds: ['schema-annotation-changed'],
    },
    {
      title: 'finds it on a field of the answer',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: 'string', $comment: 'see the guide' }),
      finds: ['schema-annotation-changed'],
    },
    {
      title: 'is not meant of examples',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', examples: ['x'] }),
      finds: ['examples-changed'],
    },
  ],
};
