import { isArray, member } from '../../json/value.js';
import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { inputPlaces } from '../schema-places.js';

export const geminiEnumType: LintRule = {
  id: 'gemini-enum-type',
  level: 'warning',
  client: { profile: 'gemini', since: LOOKED_UP },
  message: 'Gemini takes texts and numbers as the values of an enum, and no others.',
  remedy: 'Say what else is allowed with `anyOf`, such as `{ type: "null" }`.',
  reference: 'https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/GenerationConfig',
  matches: (subject) =>
    inputPlaces(subject)
      .filter(({ schema }) => {
        const values = member(schema, 'enum');
        return (
          isArray(values) && values.some((value) => !['string', 'number'].includes(typeof value))
        );
      })
      .map(({ path }) => ({ path: `${path}/enum` })),
  examples: [
    {
      title: 'null among the values',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { enum: ['x', null], description: 'One.' } },
        },
      },
      finds: ['/input_schema/properties/a/enum'],
    },
    {
      title: 'texts and numbers',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { enum: ['x', 1], description: 'One.' } },
        },
      },
      finds: [],
    },
  ],
};
