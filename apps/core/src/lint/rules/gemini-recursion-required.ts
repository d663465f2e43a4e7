import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { requiredRecursion } from '../required-recursion.js';

export const geminiRecursionRequired: LintRule = {
  id: 'gemini-recursion-required',
  level: 'warning',
  client: { profile: 'gemini', since: LOOKED_UP },
  message: 'Gemini takes a schema that contains itself only in properties that are not required.',
  remedy: 'Do not require the property, or say how deep it may go by writing the levels out.',
  reference: 'https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/GenerationConfig',
  matches: requiredRecursion,
  examples: [
    {
      title: 'a tree whose nodes must have children',
      contract: {
        input_schema: {
          type: 'object',
          properties: { tree: { $ref: '#/$defs/node' } },
          required: ['tree'],
          $defs: {
            node: {
              type: 'object',
              properties: {
                nodes: {
                  type: 'array',
                  maxItems: 9,
                  items: { $ref: '#/$defs/node' },
                  description: 'All.',
                },
              },
              required: ['nodes'],
            },
          },
        },
      },
      finds: ['/input_schema/$defs/node/properties/nodes/items'],
    },
    {
      title: 'a tree whose nodes may have children, and a reference twice',
      contract: {
        input_schema: {
          type: 'object',
          properties: { one: { $ref: '#/$defs/node' }, other: { $ref: '#/$defs/node' } },
          required: ['one', 'other'],
          $defs: {
            node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } },
          },
        },
      },
      finds: [],
    },
  ],
};
