import { isOnlyReworded } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'description-reformatted',
  side: 'any',
  aspect: 'text',
  action: 'changed',
  bump: 'patch',
  summary: 'A title or description differs in white space and case only.',
  remedy: 'Nothing to do.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.1',
  matches: ({ change }) => change.aspect === 'text' && isOnlyReworded(change),
  message: ({ change }) => `The ${change.subject} is written differently.`,
  examples: [
    {
      title: 'finds a new line and a capital',
      before: { title: 'open ticket' },
      after: { title: 'Open\n ticket' },
      finds: ['description-reformatted'],
    },
    {
      title: 'is not meant where a full stop is added',
      before: { title: 'open ticket' },
      after: { title: 'Open ticket.' },
      finds: ['description-change-undeclared'],
    },
  ],
};
