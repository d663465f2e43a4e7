import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'input-enum-value-added',
  side: 'input',
  aspect: 'enum-value',
  action: 'widened',
  bump: 'minor',
  summary: 'A value is accepted that was not before.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2',
  matches: widens('enum-value'),
  message: ({ change }) => `Newly allowed: ${change.subject}.`,
  examples: [
    {
      title: 'finds a longer list of values',
      before: takingValue({ enum: ['S', 'M'] }),
      after: takingValue({ enum: ['S', 'M', 'L'] }),
      finds: ['input-enum-value-added'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ enum: ['S', 'M', 'L'] }),
      after: takingValue({ enum: ['S', 'M'] }),
      finds: ['input-enum-value-removed'],
    },
  ],
};
