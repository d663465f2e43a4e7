import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-condition-narrowed',
  side: 'output',
  aspect: 'condition',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A condition describes fewer answers.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2',
  matches: narrows('condition'),
  message: ({ change }) => `Some of what was allowed is refused: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a condition where none was',
      before: answeringValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
      }),
      after: answeringValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
        if: { required: ['kind'] },
        then: { required: ['note'] },
      }),
      finds: ['output-condition-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
        if: { required: ['kind'] },
        then: { required: ['note'] },
      }),
      after: answeringValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
      }),
      finds: ['output-condition-widened'],
    },
  ],
};
