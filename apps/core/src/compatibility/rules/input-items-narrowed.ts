import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-items-narrowed',
  side: 'input',
  aspect: 'items',
  action: 'narrowed',
  bump: 'major',
  summary: 'Items that callers may send are no longer accepted.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1',
  matches: narrows('items'),
  message: ({ change }) => `Fewer items are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a tuple that is closed',
      before: takingValue({ type: 'array', prefixItems: [{ type: 'string' }] }),
      after: takingValue({ type: 'array', prefixItems: [{ type: 'string' }], items: false }),
      finds: ['input-items-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'array', prefixItems: [{ type: 'string' }], items: false }),
      after: takingValue({ type: 'array', prefixItems: [{ type: 'string' }] }),
      finds: ['input-items-widened'],
    },
  ],
};
