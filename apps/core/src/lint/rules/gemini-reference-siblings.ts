import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { inputPlaces } from '../schema-places.js';

export const geminiReferenceSiblings: LintRule = {
  id: 'gemini-reference-siblings',
  level: 'note',
  client: { profile: 'gemini', since: LOOKED_UP },
  message:
    'Gemini takes nothing beside a `$ref`; the catalog puts it into an `anyOf` there, others have to.',
  remedy: 'Put the description and the rest into the schema that is referred to.',
  reference: 'https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/GenerationConfig',
  matches: (subject) =>
    inputPlaces(subject).flatMap(({ path, schema }) => {
      if (!Object.hasOwn(schema, '$ref')) return [];
      const beside = Object.keys(schema).filter((keyword) => !keyword.startsWith('$'));
      if (beside.length === 0) return [];
      return [
        {
          path,
          message: `Gemini takes no ${beside.join(', ')} beside a \`$ref\`, which the catalog puts into an \`anyOf\`.`,
        },
      ];
    }),
  examples: [
    {
      title: 'a description beside a reference',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { $ref: '#/$defs/x', description: 'One.' } },
          $defs: { x: { type: 'boolean' } },
        },
      },
      finds: ['/input_schema/properties/a'],
    },
    {
      title: 'a reference alone',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { $ref: '#/$defs/x', $comment: 'One.' } },
          $defs: { x: { type: 'boolean', description: 'One.' } },
        },
      },
      finds: [],
    },
  ],
};
