import { takingValue } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-condition-widened',
  side: 'input',
  aspect: 'condition',
  action: 'widened',
  bump: 'minor',
  summary: 'A condition no longer refuses what it did.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2',
  matches: widens('condition'),
  message: ({ change }) => `Some of what was refused is allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a condition that is gone',
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
    {
      title: 'is not meant where it is the other way round',
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
  ],
};
