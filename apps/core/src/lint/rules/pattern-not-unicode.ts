import { readPattern } from '../../schema/patterns.js';
import type { LintRule } from '../lint-rule.js';

export const patternNotUnicode: LintRule = {
  id: 'pattern-not-unicode',
  level: 'warning',
  message: 'Validators that follow JSON Schema to the letter refuse this pattern.',
  remedy: 'Escape only what ECMA-262 with the `u` flag lets be escaped.',
  reference: 'JSON Schema 2020-12 Core, 6.4: patterns should be valid with the unicode flag.',
  matches: ({ patterns }) =>
    patterns.flatMap(({ pointer: path, pattern }) => {
      const reading = readPattern(pattern);
      if (!reading.ok || reading.source === pattern) return [];
      return [{ path, message: `Strict validators refuse this pattern; write ${reading.source}` }];
    }),
  examples: [
    {
      title: 'needless escapes, an open range, a lone brace',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { pattern: '^[\\w-.]\\@$' } },
          patternProperties: { '^{id}$': true },
        },
      },
      finds: ['/input_schema/patternProperties/^{id}$', '/input_schema/properties/a/pattern'],
    },
    {
      title: 'the strict spelling',
      contract: {
        input_schema: { type: 'object', properties: { a: { pattern: '^[\\w\\-.]@\\/$' } } },
      },
      finds: [],
    },
  ],
};
