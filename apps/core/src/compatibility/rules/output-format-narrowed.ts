import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-format-narrowed',
  side: 'output',
  aspect: 'format',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A format is promised.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-7',
  matches: narrows('format'),
  message: ({ change }) =>
    `Where formats are asserted, fewer strings are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a format where none was',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: 'string', format: 'email' }),
      finds: ['output-format-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'string', format: 'email' }),
      after: answeringValue({ type: 'string' }),
      finds: ['output-format-widened'],
    },
  ],
};
