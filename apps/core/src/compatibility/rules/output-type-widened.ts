import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-type-widened',
  side: 'output',
  aspect: 'type',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A type is answered that consumers were never told of.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1',
  matches: widens('type'),
  message: ({ change }) => `More types are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds null among the types',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: ['string', 'null'] }),
      finds: ['output-type-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: ['string', 'null'] }),
      after: answeringValue({ type: 'string' }),
      finds: ['output-type-narrowed'],
    },
  ],
};
