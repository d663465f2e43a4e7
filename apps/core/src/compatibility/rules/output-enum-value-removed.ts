import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-enum-value-removed',
  side: 'output',
  aspect: 'enum-value',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A value is no longer answered.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2',
  matches: narrows('enum-value'),
  message: ({ change }) => `No longer allowed: ${change.subject}.`,
  examples: [
    {
      title: 'finds a shorter list of values',
      before: answeringValue({ enum: ['S', 'M', 'L'] }),
      after: answeringValue({ enum: ['S', 'M'] }),
      finds: ['output-enum-value-removed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ enum: ['S', 'M'] }),
      after: answeringValue({ enum: ['S', 'M', 'L'] }),
      finds: ['output-enum-value-added'],
    },
  ],
};
