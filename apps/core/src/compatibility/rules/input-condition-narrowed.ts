import { takingValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-condition-narrowed',
  side: 'input',
  aspect: 'condition',
  action: 'narrowed',
  bump: 'major',
  summary: 'A condition refuses what callers may send.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2',
  matches: narrows('condition'),
  message: ({ change }) => `Some of what was allowed is refused: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a condition where none was',
      before: takingValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
      }),
      after: takingValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
        if: { required: ['kind'] },
        then: { required: ['note'] },
      }),
      finds: ['input-condition-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: takingValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
        if: { required: ['kind'] },
        then: { required: ['note'] },
      }),
      after: takingValue({
        type: 'object',
        properties: { kind: { type: 'string' }, note: { type: 'string' } },
      }),
      finds: ['input-condition-widened'],
    },
  ],
};
