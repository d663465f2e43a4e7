import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-format-widened',
  side: 'input',
  aspect: 'format',
  action: 'widened',
  bump: 'minor',
  summary: 'A format is no longer asked for, or a wider one.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-7',
  matches: widens('format'),
  message: ({ change }) =>
    `Where formats are asserted, more strings are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a format that is gone',
      before: takingValue({ type: 'string', format: 'email' }),
      after: takingValue({ type: 'string' }),
      finds: ['input-format-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', format: 'email' }),
      finds: ['input-format-narrowed'],
    },
  ],
};
