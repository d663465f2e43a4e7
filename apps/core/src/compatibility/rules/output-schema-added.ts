import { answering } from '../example-contract.js';
import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-schema-added',
  side: 'output',
  aspect: 'output-schema',
  action: 'added',
  bump: 'minor',
  summary: 'Answers are described that were not.',
  remedy: 'Nothing to do.',
  reference: 'https://semver.org/#spec-item-7',
  matches: states('output-schema', 'added'),
  message: () => 'The tool now has an output schema.',
  examples: [
    {
      title: 'finds a schema where none was',
      before: {},
      after: answering({ id: { type: 'string' } }),
      finds: ['output-schema-added'],
    },
    {
      title: 'is not meant where it goes',
      before: answering({ id: { type: 'string' } }),
      after: {},
      finds: ['output-schema-removed'],
    },
  ],
};
