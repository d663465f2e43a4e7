import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-composition-narrowed',
  side: 'input',
  aspect: 'composition',
  action: 'narrowed',
  bump: 'major',
  summary:
    'The combined schemas refuse what callers may send. A branch added to oneOf does so too: what fits both then fits neither.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1',
  matches: narrows('composition'),
  message: ({ change }) => `Some of what was allowed is refused: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a branch that is gone',
      before: takingValue({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      after: takingValue({ anyOf: [{ type: 'string' }] }),
      finds: ['input-composition-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ anyOf: [{ type: 'string' }] }),
      after: takingValue({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      finds: ['input-composition-widened'],
    },
  ],
};
