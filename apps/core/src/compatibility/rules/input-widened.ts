import { takingValue } from '../example-contract.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'input-widened',
  side: 'input',
  aspect: 'schema',
  action: 'widened',
  bump: 'minor',
  isFallback: true,
  summary: 'More is accepted, and no single change explains it.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://semver.org/#spec-item-7',
  matches: ({ effect }) => effect === 'widened',
  message: ({ change }) => `More is allowed than was: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a value that was refused altogether',
      before: takingValue(false),
      after: takingValue(true),
      finds: ['input-widened'],
    },
    {
      title: 'leaves a wider type to its own rule',
      before: takingValue({ type: 'string' }),
      after: takingValue({ type: ['string', 'null'] }),
      finds: ['input-type-widened'],
    },
  ],
};
