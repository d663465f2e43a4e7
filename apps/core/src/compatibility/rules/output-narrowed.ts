import { answeringValue } from '../example-contract.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-narrowed',
  side: 'output',
  aspect: 'schema',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  isFallback: true,
  summary: 'Something is no longer answered, and no single change explains it.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: ({ effect }) => effect === 'narrowed',
  message: ({ change }) => `Not all that was allowed still is: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a value that is refused altogether',
      before: answeringValue(true),
      after: answeringValue(false),
      finds: ['output-narrowed'],
    },
    {
      title: 'leaves a narrower type to its own rule',
      before: answeringValue({ type: ['string', 'null'] }),
      after: answeringValue({ type: 'string' }),
      finds: ['output-type-narrowed'],
    },
  ],
};
