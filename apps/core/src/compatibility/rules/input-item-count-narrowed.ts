import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-item-count-narrowed',
  side: 'input',
  aspect: 'item-count',
  action: 'narrowed',
  bump: 'major',
  summary: 'Arrays that callers may send are no longer accepted for the number of their items.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4',
  matches: narrows('item-count'),
  message: ({ change }) => `Fewer arrays are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a lower maximum of items',
      before: takingValue({ type: 'array', items: { type: 'string' }, maxItems: 10 }),
      after: takingValue({ type: 'array', items: { type: 'string' }, maxItems: 5 }),
      finds: ['input-item-count-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'array', items: { type: 'string' }, maxItems: 5 }),
      after: takingValue({ type: 'array', items: { type: 'string' }, maxItems: 10 }),
      finds: ['input-item-count-widened'],
    },
  ],
};
