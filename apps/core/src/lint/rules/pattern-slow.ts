import { patternHits } from '../pattern-hits.js';
import type { LintRule } from '../lint-rule.js';

export const patternSlow: LintRule = {
  id: 'pattern-slow',
  level: 'warning',
  message: 'The time of the pattern grows with a power of the length of the text.',
  remedy: 'Make neighbouring loops differ in their first character, or set a `maxLength`.',
  reference: 'CWE-1333, inefficient regular expression complexity.',
  matches: (subject) => patternHits(subject, ['polynomial']),
  examples: [
    {
      title: 'two loops that share their characters',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: 'string', pattern: '^[a-z.]+[-a-z.]*$' } },
        },
      },
      finds: ['/input_schema/properties/a/pattern'],
    },
    {
      title: 'the same with a short bound beside it',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: 'string', pattern: '^[a-z.]+[-a-z.]*$', maxLength: 200 } },
        },
      },
      finds: [],
    },
  ],
};
