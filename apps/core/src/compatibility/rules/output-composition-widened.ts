import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-composition-widened',
  side: 'output',
  aspect: 'composition',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'The combined schemas describe answers that consumers were never told of.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1',
  matches: widens('composition'),
  message: ({ change }) => `Some of what was refused is allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a further branch',
      before: answeringValue({ anyOf: [{ type: 'string' }] }),
      after: answeringValue({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      finds: ['output-composition-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      after: answeringValue({ anyOf: [{ type: 'string' }] }),
      finds: ['output-composition-narrowed'],
    },
  ],
};
