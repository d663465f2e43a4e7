import { answeringValue } from '../example-contract.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-widened',
  side: 'output',
  aspect: 'schema',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  isFallback: true,
  summary: 'More is answered than consumers were told, and no single change explains it.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: ({ effect }) => effect === 'widened',
  message: ({ change }) => `More is allowed than was: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a value that was refused altogether',
      before: answeringValue(false),
      after: answeringValue(true),
      finds: ['output-widened'],
    },
    {
      title: 'leaves a wider type to its own rule',
      before: answeringValue({ type: 'string' }),
      after: answeringValue({ type: ['string', 'null'] }),
      finds: ['output-type-widened'],
    },
  ],
};
