import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';

const DROPPED = ['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'];

export const copilotRootDropped: LintRule = {
  id: 'copilot-root-dropped',
  level: 'warning',
  client: { profile: 'copilot', since: LOOKED_UP },
  message: 'VS Code drops compositions at the root, and the properties with them.',
  remedy: 'Declare every property at the root, and say in words which go together.',
  reference:
    'https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolSchemaNormalizer.ts',
  matches: ({ contract, input }) => {
    const found =
      input === null
        ? []
        : DROPPED.filter((keyword) => Object.hasOwn(contract.input_schema, keyword));
    return found.length === 0
      ? []
      : [{ path: '/input_schema', message: `VS Code drops ${found.join(', ')} at the root.` }];
  },
  examples: [
    {
      title: 'properties behind a composition',
      contract: {
        input_schema: {
          type: 'object',
          allOf: [{ properties: { a: { type: 'boolean', description: 'One.' } } }],
        },
      },
      finds: ['/input_schema'],
    },
    {
      title: 'a composition of a property',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { allOf: [{ type: 'boolean' }], description: 'One.' } },
        },
      },
      finds: [],
    },
  ],
};
