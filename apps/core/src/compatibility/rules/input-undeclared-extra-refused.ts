import { taking } from '../example-contract.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'input-undeclared-extra-refused',
  side: 'input',
  aspect: 'additional-properties',
  action: 'narrowed',
  bump: 'minor',
  summary:
    'Only arguments that no version declares are refused or read more strictly: whoever keeps to the schema is safe.',
  remedy: 'Nothing to do for callers that send what the schema declares.',
  reference: 'https://semver.org/#spec-item-7',
  matches: ({ effect }) => effect === 'extras',
  message: () =>
    'A call with undeclared extra properties that passed as the old schema is written no longer does.',
  examples: [
    {
      title: 'goes along with a new property of an open object',
      before: { input_schema: { type: 'object', properties: { q: { type: 'string' } } } },
      after: {
        input_schema: {
          type: 'object',
          properties: { q: { type: 'string' }, cc: { type: 'string' } },
        },
      },
      finds: ['input-property-added', 'input-undeclared-extra-refused'],
    },
    {
      title: 'is not meant where the object was closed already',
      before: taking({ q: { type: 'string' } }),
      after: taking({ q: { type: 'string' }, cc: { type: 'string' } }),
      finds: ['input-property-added'],
    },
  ],
};
