import { answeringValue, takingValue } from '../example-contract.js';
import { states } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'default-removed',
  side: 'any',
  aspect: 'default',
  action: 'removed',
  bump: 'minor',
  summary: 'A default is no longer stated.',
  remedy: 'Say in the description what happens when the value is left out.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2',
  matches: states('default', 'removed'),
  message: ({ change }) => `The ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds it on an argument',
      before: takingValue({ type: 'string', default: 'a' }),
      after: takingValue({ type: 'string' }),
      finds: ['default-removed'],
    },
    {
      title: 'finds it on a field of the answer',
      before: answeringValue({ type: 'string', default: 'a' }),
      after: answeringValue({ type: 'string' }),
      finds: ['default-removed'],
    },
    {
      title: 'is not meant where the default is another',
      before: takingValue({ type: 'string', default: 'a' }),
      after: takingValue({ type: 'string', default: 'b' }),
      finds: ['default-changed'],
    },
  ],
};
