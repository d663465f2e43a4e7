import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-composition-narrowed',
  side: 'output',
  aspect: 'composition',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'The combined schemas describe fewer answers.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1',
  matches: narrows('composition'),
  message: ({ change }) => `Some of what was allowed is refused: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a branch that is gone',
      before: answeringValue({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      after: answeringValue({ anyOf: [{ type: 'string' }] }),
      finds: ['output-composition-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ anyOf: [{ type: 'string' }] }),
      after: answeringValue({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      finds: ['output-composition-widened'],
    },
  ],
};
