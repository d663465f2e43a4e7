import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-item-count-narrowed',
  side: 'output',
  aspect: 'item-count',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Arrays of fewer sizes are answered.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4',
  matches: narrows('item-count'),
  message: ({ change }) => `Fewer arrays are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a lower maximum of items',
      before: answeringValue({ type: 'array', items: { type: 'string' }, maxItems: 10 }),
      after: answeringValue({ type: 'array', items: { type: 'string' }, maxItems: 5 }),
      finds: ['output-item-count-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'array', items: { type: 'string' }, maxItems: 5 }),
      after: answeringValue({ type: 'array', items: { type: 'string' }, maxItems: 10 }),
      finds: ['output-item-count-widened'],
    },
  ],
};
