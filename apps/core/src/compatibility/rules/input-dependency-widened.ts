import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-dependency-widened',
  side: 'input',
  aspect: 'dependency',
  action: 'widened',
  bump: 'minor',
  summary: 'A property no longer asks for another.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.4',
  matches: widens('dependency'),
  message: ({ change }) => `A property asks for less beside it: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a dependency that is gone',
      before: takingValue({
        type: 'object',
        properties: { card: { type: 'string' }, name: { type: 'string' } },
        dependentRequired: { card: ['name'] },
      }),
      after: takingValue({
        type: 'object',
        properties: { card: { type: 'string' }, name: { type: 'string' } },
      }),
      finds: ['input-dependency-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({
        type: 'object',
        properties: { card: { type: 'string' }, name: { type: 'string' } },
      }),
      after: takingValue({
        type: 'object',
        properties: { card: { type: 'string' }, name: { type: 'string' } },
        dependentRequired: { card: ['name'] },
      }),
      finds: ['input-dependency-narrowed'],
    },
  ],
};
