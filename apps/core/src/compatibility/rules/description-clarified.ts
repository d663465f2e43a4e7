import { isNewMeaning } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'description-clarified',
  side: 'any',
  aspect: 'text',
  action: 'changed',
  bump: 'patch',
  summary: 'A title or description says the same more clearly, as the publisher declares.',
  remedy: 'Nothing to do.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.1',
  matches: ({ change }) =>
    change.aspect === 'text' && isNewMeaning(change) && change.declared === 'clarified',
  message: ({ change }) => `The ${change.subject} is clarified.`,
  examples: [
    {
      title: 'finds what is declared as clarified',
      before: { description: 'Open a ticket.' },
      after: { description: 'Open one ticket.' },
      changes: [{ path: '/description', meaning: 'clarified' }],
      finds: ['description-clarified'],
    },
    {
      title: 'is not meant where nothing is declared',
      before: { description: 'Open a ticket.' },
      after: { description: 'Open one ticket.' },
      finds: ['description-change-undeclared'],
    },
  ],
};
