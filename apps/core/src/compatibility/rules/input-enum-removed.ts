import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-enum-removed',
  side: 'input',
  aspect: 'enum',
  action: 'widened',
  bump: 'minor',
  summary: 'What was limited to listed values is free.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2',
  matches: widens('enum'),
  message: ({ change }) => `More values are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a list that is gone',
      before: takingValue({ type: 'string', enum: ['S', 'M'] }),
      after: takingValue({ type: 'string' }),
      finds: ['input-enum-removed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: 'string', enum: ['S', 'M'] }),
      finds: ['input-enum-added'],
    },
  ],
};
