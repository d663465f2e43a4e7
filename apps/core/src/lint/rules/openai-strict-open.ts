import { isObject, member } from '../../json/value.js';
import { LOOKED_UP } from '../client-profile.js';
import { allowsType } from '../keywords.js';
import type { LintRule } from '../lint-rule.js';
import { inputPlaces } from '../schema-places.js';

export const openaiStrictOpen: LintRule = {
  id: 'openai-strict-open',
  level: 'note',
  client: { profile: 'openai-strict', since: LOOKED_UP },
  message: 'With `strict: true` OpenAI wants every object to be closed.',
  remedy: 'Add `additionalProperties: false`, or send the tool without `strict`.',
  reference: 'https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas',
  matches: (subject) =>
    inputPlaces(subject)
      .filter(
        ({ schema }) =>
          (allowsType(schema, 'object') || isObject(member(schema, 'properties'))) &&
          member(schema, 'additionalProperties') !== false,
      )
      .map(({ path }) => ({ path })),
  examples: [
    {
      title: 'an open root, and a map',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'object', additionalProperties: { type: 'boolean' }, description: 'All.' },
          },
        },
      },
      finds: ['/input_schema', '/input_schema/properties/a'],
    },
    {
      title: 'a closed root',
      contract: { input_schema: { type: 'object', properties: {}, additionalProperties: false } },
      finds: [],
    },
  ],
};
