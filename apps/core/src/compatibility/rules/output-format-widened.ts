import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-format-widened',
  side: 'output',
  aspect: 'format',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A format is no longer promised: consumers that rely on it break.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-7',
  matches: widens('format'),
  message: ({ change }) =>
    `Where formats are asserted, more strings are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a format that is gone',
      before: answeringValue({ type: 'string', format: 'email' }),
      after: answeringValue({ type: 'string' }),
      finds: ['output-format-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: 'string', format: 'email' }),
      finds: ['output-format-narrowed'],
    },
  ],
};
