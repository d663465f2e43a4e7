import { answeringValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-dependency-widened',
  side: 'output',
  aspect: 'dependency',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A property no longer comes with another, as consumers were told.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.4',
  matches: widens('dependency'),
  message: ({ change }) => `A property asks for less beside it: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a dependency that is gone',
      before: answeringValue({
        type: 'object',
        properties: { card: { type: 'string' }, name: { type: 'string' } },
        dependentRequired: { card: ['name'] },
      }),
      after: answeringValue({
        type: 'object',
        properties: { card: { type: 'string' }, name: { type: 'string' } },
      }),
      finds: ['output-dependency-widened'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({
        type: 'object',
        properties: { card: { type: 'string' }, name: { type: 'string' } },
      }),
      after: answeringValue({
        type: 'object',
        properties: { card: { type: 'string' }, name: { type: 'string' } },
        dependentRequired: { card: ['name'] },
      }),
      finds: ['output-dependency-narrowed'],
    },
  ],
};
