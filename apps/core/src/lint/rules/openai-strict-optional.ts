import { pointer } from '../../json/pointer.js';
import { isArray, isObject, member } from '../../json/value.js';
import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { inputPlaces } from '../schema-places.js';

export const openaiStrictOptional: LintRule = {
  id: 'openai-strict-optional',
  level: 'note',
  client: { profile: 'openai-strict', since: LOOKED_UP },
  message: 'With `strict: true` OpenAI wants every property to be required.',
  remedy: 'Require it and let it be null, or send the tool without `strict`.',
  reference: 'https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas',
  matches: (subject) =>
    inputPlaces(subject).flatMap(({ path, schema }) => {
      const properties = member(schema, 'properties');
      const required = member(schema, 'required');
      const names = isArray(required) ? required : [];
      return Object.keys(isObject(properties) ? properties : {})
        .filter((name) => !names.includes(name))
        .map((name) => ({ path: pointer(path, 'properties', name) }));
    }),
  examples: [
    {
      title: 'an optional property',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: 'boolean', description: 'One.' } },
        },
      },
      finds: ['/input_schema/properties/a'],
    },
    {
      title: 'a required one that may be null',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: ['boolean', 'null'], description: 'One.' } },
          required: ['a'],
        },
      },
      finds: [],
    },
  ],
};
