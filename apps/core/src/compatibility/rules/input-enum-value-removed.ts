import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'input-enum-value-removed',
  side: 'input',
  aspect: 'enum-value',
  action: 'narrowed',
  bump: 'major',
  summary: 'A value that callers may send is no longer accepted.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2',
  matches: narrows('enum-value'),
  message: ({ change }) => `No longer allowed: ${change.subject}.`,
  examples: [
    {
      title: 'finds a shorter list of values',
      before: takingValue({ enum: ['S', 'M', 'L'] }),
      after: takingValue({ enum: ['S', 'M'] }),
      finds: ['input-enum-value-removed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ enum: ['S', 'M'] }),
      after: takingValue({ enum: ['S', 'M', 'L'] }),
      finds: ['input-enum-value-added'],
    },
  ],
};
