import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-enum-added',
  side: 'input',
  aspect: 'enum',
  action: 'narrowed',
  bump: 'major',
  summary: 'What was free is limited to listed values.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2',
  matches: narrows('enum'),
  message: ({ change }) => `The values are limited to fewer: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a list where any string was allowed',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', enum: ['S', 'M'] }),
      finds: ['input-enum-added'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'string', enum: ['S', 'M'] }),
      after: takingValue({ type: 'string' }),
      finds: ['input-enum-removed'],
    },
  ],
};
