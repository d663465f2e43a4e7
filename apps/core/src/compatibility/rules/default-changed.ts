import { answeringValue, takingValue } from '../example-contract.js';
import { states } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'default-changed',
  side: 'any',
  aspect: 'default',
  action: 'changed',
  bump: 'major',
  summary: 'Callers who leave the value out get another behaviour.',
  remedy: 'Keep the default, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2',
  matches: states('default', 'changed'),
  message: ({ change }) => `The ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds it on an argument',
      before: takingValue({ type: 'string', default: 'a' }),
      after: takingValue({ type: 'string', default: 'b' }),
      finds: ['default-changed'],
    },
    {
      title: 'finds it on a field of the answer',
      before: answeringValue({ type: 'string', default: 'a' }),
      after: answeringValue({ type: 'string', default: 'b' }),
      finds: ['default-changed'],
    },
    {
      title: 'is not meant where the default goes',
      before: takingValue({ type: 'string', default: 'a' }),
      after: takingValue({ type: 'string' }),
      finds: ['default-removed'],
    },
  ],
};
