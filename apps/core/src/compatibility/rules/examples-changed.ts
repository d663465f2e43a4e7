import { answeringValue, takingValue } from '../example-contract.js';
import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'examples-changed',
  side: 'any',
  aspect: 'examples',
  action: 'changed',
  bump: 'patch',
  summary: 'Examples help people and agents and constrain nothing.',
  remedy: 'Nothing to do.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.5',
  matches: states('examples'),
  message: () => 'The examples have changed.',
  examples: [
    {
      title: 'finds it on an argument',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', examples: ['x'] }),
      finds: ['examples-changed'],
    },
    {
      title: 'finds it on a field of the answer',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: 'string', examples: ['x'] }),
      finds: ['examples-changed'],
    },
    {
      title: 'is not meant of a default',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', default: 'x' }),
      finds: ['default-added'],
    },
  ],
};
