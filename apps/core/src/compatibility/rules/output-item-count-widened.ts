import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-item-count-widened',
  side: 'output',
  aspect: 'item-count',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Arrays are answered of a size that consumers were told not to expect.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4',
  matches: widens('item-count'),
  message: ({ change }) => `More arrays are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a higher maximum of items',
      before: answeringValue({ type: 'array', items: { type: 'string' }, maxItems: 5 }),
      after: answeringValue({ type: 'array', items: { type: 'string' }, maxItems: 10 }),
      finds: ['output-item-count-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'array', items: { type: 'string' }, maxItems: 10 }),
      after: answeringValue({ type: 'array', items: { type: 'string' }, maxItems: 5 }),
      finds: ['output-item-count-narrowed'],
    },
  ],
};
