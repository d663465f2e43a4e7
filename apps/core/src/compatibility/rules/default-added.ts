import { answeringValue, takingValue } from '../example-contract.js';
import { states } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'default-added',
  side: 'any',
  aspect: 'default',
  action: 'added',
  bump: 'minor',
  summary: 'A default is stated where none was.',
  remedy: 'Nothing to do.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2',
  matches: states('default', 'added'),
  message: ({ change }) => `The ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds it on an argument',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', default: 'b' }),
      finds: ['default-added'],
    },
    {
      title: 'finds it on a field of the answer',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: 'string', default: 'b' }),
      finds: ['default-added'],
    },
    {
      title: 'is not meant where there was one',
      before: takingValue({ type: 'string', default: 'a' }),
      after: takingValue({ type: 'string', default: 'b' }),
      finds: ['default-changed'],
    },
  ],
};
