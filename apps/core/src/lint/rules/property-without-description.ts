import { hasAny } from '../keywords.js';
import type { LintRule } from '../lint-rule.js';

/** A member of `properties` and not of a definition, a branch or an item. */
const PROPERTY = /\/properties\/[^/]*$/;

export const propertyWithoutDescription: LintRule = {
  id: 'property-without-description',
  level: 'note',
  message: 'Nothing says what this argument means.',
  remedy: 'Add a `description`.',
  reference: 'For an agent the description is the interface.',
  matches: ({ schemas }) =>
    schemas
      .filter(
        ({ side, path, schema }) =>
          side === 'input' &&
          PROPERTY.test(path) &&
          !hasAny(schema, 'description', '$ref', '$dynamicRef', 'const'),
      )
      .map(({ path }) => ({ path })),
  examples: [
    {
      title: 'a property that only has a type',
      contract: { input_schema: { type: 'object', properties: { a: { type: 'boolean' } } } },
      finds: ['/input_schema/properties/a'],
    },
    {
      title: 'one with a description, one that refers, and items',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'array', maxItems: 2, items: { type: 'boolean' }, description: 'Both.' },
            b: { $ref: '#/properties/a' },
          },
        },
      },
      finds: [],
    },
  ],
};
