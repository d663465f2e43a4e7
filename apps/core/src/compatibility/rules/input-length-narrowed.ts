import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-length-narrowed',
  side: 'input',
  aspect: 'length',
  action: 'narrowed',
  bump: 'major',
  summary: 'Strings of a length that callers may send are no longer accepted.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3',
  matches: narrows('length'),
  message: ({ change }) => `Strings of fewer lengths are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a shorter maximum',
      before: takingValue({ type: 'string', maxLength: 120 }),
      after: takingValue({ type: 'string', maxLength: 40 }),
      finds: ['input-length-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'string', maxLength: 40 }),
      after: takingValue({ type: 'string', maxLength: 120 }),
      finds: ['input-length-widened'],
    },
  ],
};
