import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-range-narrowed',
  side: 'input',
  aspect: 'range',
  action: 'narrowed',
  bump: 'major',
  summary: 'Numbers that callers may send are no longer accepted.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2',
  matches: narrows('range'),
  message: ({ change }) => `Fewer numbers are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a lower maximum',
      before: takingValue({ type: 'integer', maximum: 100 }),
      after: takingValue({ type: 'integer', maximum: 10 }),
      finds: ['input-range-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'integer', maximum: 10 }),
      after: takingValue({ type: 'integer', maximum: 100 }),
      finds: ['input-range-widened'],
    },
  ],
};
