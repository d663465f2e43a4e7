import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-enum-value-added',
  side: 'output',
  aspect: 'enum-value',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A value is answered that consumers have not seen before.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2',
  matches: widens('enum-value'),
  message: ({ change }) => `Newly allowed: ${change.subject}.`,
  examples: [
    {
      title: 'finds a longer list of values',
      before: answeringValue({ enum: ['S', 'M'] }),
      after: answeringValue({ enum: ['S', 'M', 'L'] }),
      finds: ['output-enum-value-added'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ enum: ['S', 'M', 'L'] }),
      after: answeringValue({ enum: ['S', 'M'] }),
      finds: ['output-enum-value-removed'],
    },
  ],
};
