import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-composition-widened',
  side: 'input',
  aspect: 'composition',
  action: 'widened',
  bump: 'minor',
  summary: 'The combined schemas accept more.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1',
  matches: widens('composition'),
  message: ({ change }) => `Some of what was refused is allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a further branch',
      before: takingValue({ anyOf: [{ type: 'string' }] }),
      after: takingValue({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      finds: ['input-composition-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      after: takingValue({ anyOf: [{ type: 'string' }] }),
      finds: ['input-composition-narrowed'],
    },
  ],
};
