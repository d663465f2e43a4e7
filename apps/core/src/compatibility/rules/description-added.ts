import { taking } from '../example-contract.js';
import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'description-added',
  side: 'any',
  aspect: 'text',
  action: 'added',
  bump: 'patch',
  summary: 'A title or description was added where none was.',
  remedy: 'Nothing to do.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9.1',
  matches: states('text', 'added'),
  message: ({ change }) => `There is now a ${change.subject}.`,
  examples: [
    {
      title: 'finds a description where none was',
      before: taking({ q: { type: 'string' } }),
      after: taking({ q: { type: 'string', description: 'A name.' } }),
      finds: ['description-added'],
    },
    {
      title: 'is not meant where there was one',
      before: { title: 'One' },
      after: { title: 'Two' },
      finds: ['description-change-undeclared'],
    },
  ],
};
