import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-items-widened',
  side: 'output',
  aspect: 'items',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Items are answered that consumers were never told of.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1',
  matches: widens('items'),
  message: ({ change }) => `More items are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a tuple that is opened',
      before: answeringValue({ type: 'array', prefixItems: [{ type: 'string' }], items: false }),
      after: answeringValue({ type: 'array', prefixItems: [{ type: 'string' }] }),
      finds: ['output-items-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'array', prefixItems: [{ type: 'string' }] }),
      after: answeringValue({ type: 'array', prefixItems: [{ type: 'string' }], items: false }),
      finds: ['output-items-narrowed'],
    },
  ],
};
