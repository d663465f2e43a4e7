import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-length-narrowed',
  side: 'output',
  aspect: 'length',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Strings of fewer lengths are answered.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3',
  matches: narrows('length'),
  message: ({ change }) => `Strings of fewer lengths are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a shorter maximum',
      before: answeringValue({ type: 'string', maxLength: 120 }),
      after: answeringValue({ type: 'string', maxLength: 40 }),
      finds: ['output-length-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'string', maxLength: 40 }),
      after: answeringValue({ type: 'string', maxLength: 120 }),
      finds: ['output-length-widened'],
    },
  ],
};
