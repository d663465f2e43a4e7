import { takingValue } from '../example-contract.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-narrowed',
  side: 'input',
  aspect: 'schema',
  action: 'narrowed',
  bump: 'major',
  isFallback: true,
  summary: 'Something that callers may send is refused, and no single change explains it.',
  remedy: 'Keep accepting what callers send today, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: ({ effect }) => effect === 'narrowed',
  message: ({ change }) => `Not all that was allowed still is: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a value that is refused altogether',
      before: takingValue(true),
      after: takingValue(false),
      finds: ['input-narrowed'],
    },
    {
      title: 'leaves a narrower type to its own rule',
      before: takingValue({ type: ['string', 'null'] }),
      after: takingValue({ type: 'string' }),
      finds: ['input-type-narrowed'],
    },
  ],
};
