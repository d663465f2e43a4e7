import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { arraysWithoutItems } from '../schema-places.js';

export const copilotArrayWithoutItems: LintRule = {
  id: 'copilot-array-without-items',
  level: 'warning',
  client: { profile: 'copilot', since: LOOKED_UP },
  message:
    'VS Code refuses the tool, and the request with it, for an array that does not say what its items are.',
  remedy: 'Add `items`.',
  reference:
    'https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolSchemaNormalizer.ts',
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
