import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { keywordHits } from '../schema-places.js';

/** Those whose loss changes what a call may look like; bounds of texts and numbers are lost as well. */
const IGNORED = [
  ...['allOf', 'not', 'if', 'const', 'patternProperties', 'propertyNames', 'contains'],
  ...['dependentRequired', 'dependentSchemas', 'dependencies', '$dynamicRef'],
];

export const geminiKeywordIgnored: LintRule = {
  id: 'gemini-keyword-ignored',
  level: 'warning',
  client: { profile: 'gemini', since: LOOKED_UP },
  message: 'Gemini does not read the keyword.',
  remedy: 'Say it with `properties`, `enum`, `items` or `anyOf`, and in the description.',
  reference:
    'https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/GenerationConfig (the keywords of `responseJsonSchema`, which are those of `parametersJsonSchema`)',
  matches: (subject) =>
    keywordHits(subject, IGNORED, (found) => `Gemini does not read ${found.join(', ')}.`),
  examples: [
    {
      title: 'a composition, and a constant',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { allOf: [{ type: 'boolean' }], description: 'One.' },
            b: { const: 'x', description: 'One.' },
          },
        },
      },
      finds: ['/input_schema/properties/a', '/input_schema/properties/b'],
    },
    {
      title: 'alternatives, values, a tuple',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { anyOf: [{ enum: ['x'] }, { type: 'null' }], description: 'One.' },
            b: { type: 'array', prefixItems: [{ enum: ['x'] }], items: false, description: 'One.' },
          },
        },
      },
      finds: [],
    },
  ],
};
