import { refusedAtRoot } from '../../candidates/formats/root-object.js';
import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';

export const openaiRootFlattened: LintRule = {
  id: 'openai-root-flattened',
  level: 'warning',
  client: { profile: 'openai', since: LOOKED_UP },
  message: 'OpenAI takes no composition at the root, so its conditions are taken away there.',
  remedy: 'Make a tool of each alternative, or move the alternatives into a property.',
  reference: 'https://github.com/langchain-ai/langchainjs/issues/9804',
  matches: ({ contract, input }) =>
    rootHits(input === null ? [] : refusedAtRoot(contract.input_schema)),
  examples: [
    {
      title: 'alternatives at the root',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: 'boolean', description: 'One.' } },
          anyOf: [{ required: ['a'] }, {}],
        },
      },
      finds: ['/input_schema'],
    },
    {
      title: 'alternatives in a property',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { anyOf: [{ type: 'boolean' }, { type: 'null' }], description: 'One.' },
          },
        },
      },
      finds: [],
    },
  ],
};

const rootHits = (found: readonly string[]) =>
  found.length === 0
    ? []
    : [
        {
          path: '/input_schema',
          message: `OpenAI takes no ${found.join(', ')} at the root: what it says is taken away there.`,
        },
      ];
