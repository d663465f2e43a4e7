import { answeringValue } from '../example-contract.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-undecided',
  side: 'output',
  aspect: 'schema',
  action: 'undecided',
  bump: 'major',
  summary:
    'The engine cannot tell whether the answers are what they were. What cannot be told counts as major.',
  remedy:
    'Write the schema more plainly where the reason points, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: ({ effect }) => effect === 'undecided',
  message: ({ change, proof }) =>
    `It cannot be told what the changes of the ${change.side} schema mean${proof.kind === 'undecided' ? ` (${proof.reason})` : ''}.`,
  examples: [
    {
      title: 'finds a pattern with a backreference that no short string tells apart',
      before: answeringValue({ type: 'string', minLength: 30 }),
      after: answeringValue({ type: 'string', minLength: 30, pattern: '^(a|b).*\\1$' }),
      finds: ['output-undecided'],
    },
    {
      title: 'is not meant where the engine can tell',
      before: answeringValue({ type: 'string', pattern: '^aa*$' }),
      after: answeringValue({ type: 'string', pattern: '^a+$' }),
      finds: ['output-rewritten'],
    },
  ],
};
