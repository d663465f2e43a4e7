import { isArray, member } from '../../json/value.js';
import { LOOKED_UP } from '../client-profile.js';
import type { LintRule } from '../lint-rule.js';
import { inputPlaces } from '../schema-places.js';

export const anthropicTuple: LintRule = {
  id: 'anthropic-tuple',
  level: 'note',
  client: { profile: 'anthropic', since: LOOKED_UP },
  message:
    'Anthropic refuses an `items` that is a list; the catalog writes `prefixItems` there, others have to.',
  remedy: 'Write the schema in draft 2020-12, with `prefixItems`.',
  reference: 'https://github.com/anthropics/anthropic-sdk-java/issues/241',
  matches: (subject) =>
    inputPlaces(subject)
      .filter(({ schema }) => isArray(member(schema, 'items')))
      .map(({ path }) => ({ path: `${path}/items` })),
  examples: [
    {
      title: 'a tuple of draft-07',
      contract: {
        input_schema: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          type: 'object',
          properties: {
            a: { type: 'array', items: [{ type: 'boolean' }], maxItems: 1, description: 'One.' },
          },
        },
      },
      finds: ['/input_schema/properties/a/items'],
    },
    {
      title: 'a list of draft-07',
      contract: {
        input_schema: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          type: 'object',
          properties: {
            a: { type: 'array', items: { type: 'boolean' }, maxItems: 1, description: 'One.' },
          },
        },
      },
      finds: [],
    },
  ],
};
