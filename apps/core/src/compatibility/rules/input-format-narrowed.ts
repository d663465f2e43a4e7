import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-format-narrowed',
  side: 'input',
  aspect: 'format',
  action: 'narrowed',
  bump: 'major',
  summary:
    'A format is asked for. Some validators assert formats: to them a caller may now be in the wrong.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-7',
  matches: narrows('format'),
  message: ({ change }) =>
    `Where formats are asserted, fewer strings are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a format where none was',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', format: 'email' }),
      finds: ['input-format-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'string', format: 'email' }),
      after: takingValue({ type: 'string' }),
      finds: ['input-format-widened'],
    },
  ],
};
