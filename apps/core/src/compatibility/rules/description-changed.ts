import { taking } from '../example-contract.js';
import { isNewMeaning } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'description-changed',
  side: 'any',
  aspect: 'text',
  action: 'changed',
  bump: 'major',
  summary:
    'The publisher declares that a title or description means something else now. To an agent it is the interface.',
  remedy:
    'Release this as a new major version, or declare the change as clarified if the meaning stayed.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.1',
  matches: ({ change }) =>
    change.aspect === 'text' && isNewMeaning(change) && change.declared === 'changed',
  message: ({ change }) => `The ${change.subject} has changed its meaning.`,
  examples: [
    {
      title: 'finds what is declared as changed',
      before: { description: 'Open a ticket.' },
      after: { description: 'Close a ticket.' },
      changes: [{ path: '/description', meaning: 'changed' }],
      finds: ['description-changed'],
    },
    {
      title: 'finds it through an entry that names the node',
      before: taking({ q: { type: 'string', description: 'A name.' } }),
      after: taking({ q: { type: 'string', description: 'An address.' } }),
      changes: [{ path: '/input_schema/properties/q', meaning: 'changed' }],
      finds: ['description-changed'],
    },
    {
      title: 'is not meant where the meaning stayed',
      before: { description: 'Open a ticket.' },
      after: { description: 'Open one ticket.' },
      changes: [{ path: '/description', meaning: 'clarified' }],
      finds: ['description-clarified'],
    },
  ],
};
