import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-dependency-narrowed',
  side: 'output',
  aspect: 'dependency',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A property is promised to come with another.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.4',
  matches: narrows('dependency'),
  message: ({ change }) => `A property asks for more beside it: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a dependency where none was',
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
    {
      title: 'is not meant where it is the other way round',
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
  ],
};
