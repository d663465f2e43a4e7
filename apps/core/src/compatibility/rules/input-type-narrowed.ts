import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-type-narrowed',
  side: 'input',
  aspect: 'type',
  action: 'narrowed',
  bump: 'major',
  summary: 'A type that callers may send is no longer accepted.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1',
  matches: narrows('type'),
  message: ({ change }) => `Fewer types are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds null taken from the types',
      before: takingValue({ type: ['string', 'null'] }),
      after: takingValue({ type: 'string' }),
      finds: ['input-type-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: ['string', 'null'] }),
      finds: ['input-type-widened'],
    },
  ],
};
