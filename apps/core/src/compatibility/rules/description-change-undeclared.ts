import { taking } from '../example-contract.js';
import { isNewMeaning } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'description-change-undeclared',
  side: 'any',
  aspect: 'text',
  action: 'changed',
  bump: 'major',
  summary:
    'A title or description changed and nobody says whether it means the same. To an agent it is the interface.',
  remedy: 'List it in the manifest under "changes", as clarified (patch) or changed (major).',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.1',
  matches: ({ change }) =>
    change.aspect === 'text' && isNewMeaning(change) && change.declared === undefined,
  message: ({ change }) =>
    `The ${change.subject} ${change.after === undefined ? 'is gone' : 'has changed'}, and "changes" does not say whether its meaning has.`,
  examples: [
    {
      title: 'finds a changed text',
      before: { description: 'Open a ticket.' },
      after: { description: 'Close a ticket.' },
      finds: ['description-change-undeclared'],
    },
    {
      title: 'finds a text that is gone',
      before: taking({ q: { type: 'string', title: 'Name' } }),
      after: taking({ q: { type: 'string' } }),
      finds: ['description-change-undeclared'],
    },
    {
      title: 'is not meant where only case and white space differ',
      before: { description: 'Open a ticket.' },
      after: { description: 'open  a ticket. ' },
      finds: ['description-reformatted'],
    },
  ],
};
