import { unsupportedIn } from '../../candidates/formats/openai-pattern.js';
import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';

export const openaiPatternUnsupported: LintRule = {
  id: 'openai-pattern-unsupported',
  level: 'warning',
  client: { profile: 'openai', since: LOOKED_UP },
  message:
    'OpenAI refuses a whole request for this pattern, so that the catalog leaves it out there.',
  remedy: 'Do without looking around (`(?=`, `(?!`, `(?<`), back references and `\\p{…}`.',
  reference: 'https://github.com/vercel/ai/pull/21037',
  matches: ({ patterns }) =>
    patterns.flatMap(({ pointer: path, pattern }) => {
      const found = path.startsWith('/input_schema') ? unsupportedIn(pattern) : [];
      if (found.length === 0) return [];
      const message = `The pattern is left out for OpenAI, which refuses a whole request for ${found.join(' and ')}.`;
      return [{ path, message }];
    }),
  examples: [
    {
      title: 'looking ahead, a class of Unicode, a back reference',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { pattern: '^(?!x)[a-z]{1,9}$' },
            b: { pattern: '^\\p{L}{1,9}$' },
            c: { pattern: '^(a|b)\\1$' },
          },
        },
      },
      finds: [
        '/input_schema/properties/a/pattern',
        '/input_schema/properties/b/pattern',
        '/input_schema/properties/c/pattern',
      ],
    },
    {
      title: 'groups and anchors, and a pattern of the output',
      contract: {
        input_schema: { type: 'object', properties: { a: { pattern: '^(?:a|b)\\b[^c]{1,9}$' } } },
        output_schema: { pattern: '^(?!x)' },
      },
      finds: [],
    },
  ],
};
