import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-type-widened',
  side: 'input',
  aspect: 'type',
  action: 'widened',
  bump: 'minor',
  summary: 'A further type is accepted.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1',
  matches: widens('type'),
  message: ({ change }) => `More types are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds null among the types',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: ['string', 'null'] }),
      finds: ['input-type-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: ['string', 'null'] }),
      after: takingValue({ type: 'string' }),
      finds: ['input-type-narrowed'],
    },
  ],
};
