import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'side-effect-removed',
  side: 'contract',
  aspect: 'side-effect',
  action: 'removed',
  bump: 'minor',
  summary: 'A tool that changed something now only reads: it promises more.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-7',
  matches: ({ change }) => change.aspect === 'side-effect' && change.after === false,
  message: () => 'The tool no longer has side effects.',
  examples: [
    {
      title: 'finds a writing tool that reads',
      before: { side_effect: true },
      after: { side_effect: false },
      finds: ['side-effect-removed'],
    },
    {
      title: 'is not meant the other way round',
      before: { side_effect: false },
      after: { side_effect: true },
      finds: ['side-effect-added'],
    },
  ],
};
