import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-type-narrowed',
  side: 'output',
  aspect: 'type',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A type is no longer answered.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1',
  matches: narrows('type'),
  message: ({ change }) => `Fewer types are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds null taken from the types',
      before: answeringValue({ type: ['string', 'null'] }),
      after: answeringValue({ type: 'string' }),
      finds: ['output-type-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: ['string', 'null'] }),
      finds: ['output-type-widened'],
    },
  ],
};
