import { oddArgumentHits } from '../arguments-of.js';
import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';

export const bedrockArgumentName: LintRule = {
  id: 'bedrock-argument-name',
  level: 'warning',
  client: { profile: 'bedrock', since: LOOKED_UP },
  message: 'The Converse API refuses a whole request to Claude for the name of this argument.',
  remedy: 'Name arguments with letters, digits, `_`, `.` and `-`, 64 at most.',
  reference:
    'https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709',
  matches: oddArgumentHits,
  examples: [
    {
      title: 'names of query parameters',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            $filter: { type: 'boolean', description: 'One.' },
            'filter[id]': { type: 'boolean', description: 'One.' },
          },
        },
      },
      finds: ['/input_schema/properties'],
    },
    {
      title: 'plain names, and an odd one further in',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            'user.name-x_1': {
              type: 'object',
              properties: { $ref_id: { type: 'boolean', description: 'One.' } },
              description: 'One.',
            },
          },
        },
      },
      finds: [],
    },
  ],
};
