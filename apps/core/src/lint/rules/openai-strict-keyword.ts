import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { keywordHits } from '../schema-places.js';

const UNSUPPORTED = [
  ...['allOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'],
];

export const openaiStrictKeyword: LintRule = {
  id: 'openai-strict-keyword',
  level: 'note',
  client: { profile: 'openai-strict', since: LOOKED_UP },
  message: 'With `strict: true` OpenAI refuses the keyword.',
  remedy: 'Say it with `anyOf`, or send the tool without `strict`.',
  reference: 'https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas',
  matches: (subject) =>
    keywordHits(
      subject,
      UNSUPPORTED,
      (found) => `With \`strict: true\` OpenAI refuses ${found.join(', ')}.`,
    ),
  examples: [
    {
      title: 'compositions of a property',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { allOf: [{ type: 'boolean' }], description: 'One.' } },
        },
      },
      finds: ['/input_schema/properties/a'],
    },
    {
      title: 'alternatives, and a property of that name',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            allOf: { anyOf: [{ type: 'boolean' }, { type: 'null' }], description: 'One.' },
          },
        },
      },
      finds: [],
    },
  ],
};
