import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-range-widened',
  side: 'input',
  aspect: 'range',
  action: 'widened',
  bump: 'minor',
  summary: 'More numbers are accepted.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2',
  matches: widens('range'),
  message: ({ change }) => `More numbers are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a higher maximum',
      before: takingValue({ type: 'integer', maximum: 10 }),
      after: takingValue({ type: 'integer', maximum: 100 }),
      finds: ['input-range-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'integer', maximum: 100 }),
      after: takingValue({ type: 'integer', maximum: 10 }),
      finds: ['input-range-narrowed'],
    },
  ],
};
