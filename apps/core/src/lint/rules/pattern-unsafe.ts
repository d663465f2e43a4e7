import { patternHits } from '../pattern-hits.js';
import type { LintRule } from '../lint-rule.js';

export const patternUnsafe: LintRule = {
  id: 'pattern-unsafe',
  level: 'error',
  message: 'The pattern cannot be run safely: some short text takes it years.',
  remedy: 'Let no repeated part be read in two ways, as in `(a+)+` or `(a|ab?)*`, or shorten it.',
  reference: 'CWE-1333, inefficient regular expression complexity.',
  matches: (subject) => patternHits(subject, ['exponential', 'unknown']),
  examples: [
    {
      title: 'loops in loops, in a pattern and in a property name',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: 'string', pattern: '^(a+)+$' } },
          patternProperties: { '^(\\w|\\d)*-$': true },
        },
      },
      finds: [
        '/input_schema/patternProperties/^(\\w|\\d)*-$',
        '/input_schema/properties/a/pattern',
      ],
    },
    {
      title: 'a loop in a loop that can be read in one way only',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$' } },
        },
      },
      finds: [],
    },
  ],
};
