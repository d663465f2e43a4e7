import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-items-narrowed',
  side: 'output',
  aspect: 'items',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Fewer items are answered.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1',
  matches: narrows('items'),
  message: ({ change }) => `Fewer items are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a tuple that is closed',
      before: answeringValue({ type: 'array', prefixItems: [{ type: 'string' }] }),
      after: answeringValue({ type: 'array', prefixItems: [{ type: 'string' }], items: false }),
      finds: ['output-items-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'array', prefixItems: [{ type: 'string' }], items: false }),
      after: answeringValue({ type: 'array', prefixItems: [{ type: 'string' }] }),
      finds: ['output-items-widened'],
    },
  ],
};
