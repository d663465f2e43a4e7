import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-length-widened',
  side: 'input',
  aspect: 'length',
  action: 'widened',
  bump: 'minor',
  summary: 'Strings of further lengths are accepted.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3',
  matches: widens('length'),
  message: ({ change }) => `Strings of more lengths are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a longer maximum',
      before: takingValue({ type: 'string', maxLength: 40 }),
      after: takingValue({ type: 'string', maxLength: 120 }),
      finds: ['input-length-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'string', maxLength: 120 }),
      after: takingValue({ type: 'string', maxLength: 40 }),
      finds: ['input-length-narrowed'],
    },
  ],
};
