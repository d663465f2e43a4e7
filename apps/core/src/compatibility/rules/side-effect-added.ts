import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'side-effect-added',
  side: 'contract',
  aspect: 'side-effect',
  action: 'added',
  bump: 'major',
  summary: 'A tool that only read now changes something: callers that call it freely do harm.',
  remedy: 'Offer the writing tool under a name of its own, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: ({ change }) => change.aspect === 'side-effect' && change.after === true,
  message: () => 'The tool now has side effects.',
  examples: [
    {
      title: 'finds a reading tool that writes',
      before: { side_effect: false },
      after: { side_effect: true },
      finds: ['side-effect-added'],
    },
    {
      title: 'is not meant the other way round',
      before: { side_effect: true },
      after: { side_effect: false },
      finds: ['side-effect-removed'],
    },
  ],
};
