import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { arraysWithoutItems } from '../schema-places.js';

export const openaiArrayWithoutItems: LintRule = {
  id: 'openai-array-without-items',
  level: 'warning',
  client: { profile: 'openai', since: LOOKED_UP },
  message: 'OpenAI refuses a whole request for an array that does not say what its items are.',
  remedy: 'Add `items`; the `{}` that the catalog fills in there says nothing to a model.',
  reference: 'https://github.com/mark3labs/mcphost/issues/35',
  matches: arraysWithoutItems,
  examples: [
    {
      title: 'no items, and items of a tuple only',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'array', maxItems: 9, description: 'Some.' },
            b: { type: ['array', 'null'], prefixItems: [true], items: false, description: 'One.' },
          },
        },
      },
      finds: ['/input_schema/properties/a', '/input_schema/properties/b'],
    },
    {
      title: 'items, and an array of the output',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'array', maxItems: 9, items: { type: 'boolean' }, description: 'Some.' },
          },
        },
        output_schema: { type: 'array' },
      },
      finds: [],
    },
  ],
};
