import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-item-count-widened',
  side: 'input',
  aspect: 'item-count',
  action: 'widened',
  bump: 'minor',
  summary: 'Arrays of further sizes are accepted.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4',
  matches: widens('item-count'),
  message: ({ change }) => `More arrays are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a higher maximum of items',
      before: takingValue({ type: 'array', items: { type: 'string' }, maxItems: 5 }),
      after: takingValue({ type: 'array', items: { type: 'string' }, maxItems: 10 }),
      finds: ['input-item-count-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'array', items: { type: 'string' }, maxItems: 10 }),
      after: takingValue({ type: 'array', items: { type: 'string' }, maxItems: 5 }),
      finds: ['input-item-count-narrowed'],
    },
  ],
};
