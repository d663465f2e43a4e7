import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-items-widened',
  side: 'input',
  aspect: 'items',
  action: 'widened',
  bump: 'minor',
  summary: 'Further items are accepted.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1',
  matches: widens('items'),
  message: ({ change }) => `More items are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a tuple that is opened',
      before: takingValue({ type: 'array', prefixItems: [{ type: 'string' }], items: false }),
      after: takingValue({ type: 'array', prefixItems: [{ type: 'string' }] }),
      finds: ['input-items-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'array', prefixItems: [{ type: 'string' }] }),
      after: takingValue({ type: 'array', prefixItems: [{ type: 'string' }], items: false }),
      finds: ['input-items-narrowed'],
    },
  ],
};
