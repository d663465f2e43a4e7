import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-length-widened',
  side: 'output',
  aspect: 'length',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Strings are answered that are longer or shorter than consumers were told.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3',
  matches: widens('length'),
  message: ({ change }) => `Strings of more lengths are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a longer maximum',
      before: answeringValue({ type: 'string', maxLength: 40 }),
      after: answeringValue({ type: 'string', maxLength: 120 }),
      finds: ['output-length-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'string', maxLength: 120 }),
      after: answeringValue({ type: 'string', maxLength: 40 }),
      finds: ['output-length-narrowed'],
    },
  ],
};
