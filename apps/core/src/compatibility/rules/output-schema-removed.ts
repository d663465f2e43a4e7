import { answering } from '../example-contract.js';
import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-schema-removed',
  side: 'output',
  aspect: 'output-schema',
  action: 'removed',
  bump: 'major',
  summary: 'Answers are no longer described: consumers lose what they read by.',
  remedy: 'Keep the output schema, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: states('output-schema', 'removed'),
  message: () => 'The tool no longer has an output schema.',
  examples: [
    {
      title: 'finds a schema that is gone',
      before: answering({ id: { type: 'string' } }),
      after: {},
      finds: ['output-schema-removed'],
    },
    {
      title: 'is not meant where it comes',
      before: {},
      after: answering({ id: { type: 'string' } }),
      finds: ['output-schema-added'],
    },
  ],
};
