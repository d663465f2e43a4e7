import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';

const TAKEN: ReadonlySet<string> = new Set(['type', 'properties', 'required']);

export const bedrockRootKeyword: LintRule = {
  id: 'bedrock-root-keyword',
  level: 'note',
  client: { profile: 'bedrock', since: LOOKED_UP },
  message: 'Nova models take `type`, `properties` and `required` at the root and refuse the rest.',
  remedy: 'Leave the others out of what is sent to Nova, with definitions written in their place.',
  reference:
    'https://docs.aws.amazon.com/nova/latest/userguide/tool-use-definition.html and https://github.com/pydantic/pydantic-ai/issues/1623',
  matches: ({ contract, input }) => {
    const others =
      input === null
        ? []
        : Object.keys(contract.input_schema).filter((keyword) => !TAKEN.has(keyword));
    if (others.length === 0) return [];
    return [
      { path: '/input_schema', message: `Nova models refuse ${others.join(', ')} at the root.` },
    ];
  },
  examples: [
    {
      title: 'definitions, and a closed root',
      contract: { input_schema: { type: 'object', additionalProperties: false, $defs: {} } },
      finds: ['/input_schema'],
    },
    {
      title: 'an object within that is closed',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: 'object', additionalProperties: false, description: 'One.' } },
          required: ['a'],
        },
      },
      finds: [],
    },
  ],
};
