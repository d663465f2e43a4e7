import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-dependency-narrowed',
  side: 'input',
  aspect: 'dependency',
  action: 'narrowed',
  bump: 'major',
  summary: 'A property asks for another, and callers may send it without.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.4',
  matches: narrows('dependency'),
  message: ({ change }) => `A property asks for more beside it: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a dependency where none was',
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
    {
      title: 'is not meant where it is the other way round',
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
  ],
};
