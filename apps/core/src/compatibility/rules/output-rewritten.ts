import { answeringValue } from '../example-contract.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-rewritten',
  side: 'output',
  aspect: 'schema',
  action: 'rewritten',
  bump: 'none',
  summary: 'The schema is written differently and means the same: proven, both ways.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-6',
  matches: ({ change, effect }) =>
    change.aspect === 'schema' && change.edits.length === 0 && effect === 'same',
  message: () => 'The schema is written differently and means the same.',
  examples: [
    {
      title: 'finds integers from 1 to 3 written as a list',
      before: answeringValue({ type: 'integer', minimum: 1, maximum: 3 }),
      after: answeringValue({ enum: [1, 2, 3] }),
      finds: ['output-rewritten'],
    },
    {
      title: 'is not meant where one value is missing',
      before: answeringValue({ type: 'integer', minimum: 1, maximum: 3 }),
      after: answeringValue({ enum: [1, 3] }),
      finds: ['output-enum-added'],
    },
  ],
};
