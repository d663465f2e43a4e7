import { member } from '../../json/value.js';
import { allowsType, hasAny, listsValues } from '../keywords.js';
import type { LintRule } from '../lint-rule.js';

const SAYS_WHAT_IS_INSIDE = [
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ...['propertyNames', 'maxProperties', 'required', '$ref', '$dynamicRef'],
  ...['allOf', 'anyOf', 'oneOf', 'if', 'not', 'dependentSchemas'],
];

export const objectWithoutProperties: LintRule = {
  id: 'object-without-properties',
  level: 'warning',
  message: 'An object of any content is taken here, and nothing says which.',
  remedy:
    'Declare `properties`; for a map give `additionalProperties` a schema, for no members say false.',
  reference: 'A model guesses the members of an object that declares none.',
  matches: ({ schemas }) =>
    schemas
      .filter(
        ({ side, schema }) =>
          side === 'input' &&
          allowsType(schema, 'object') &&
          !listsValues(schema) &&
          (!hasAny(schema, ...SAYS_WHAT_IS_INSIDE) ||
            (member(schema, 'additionalProperties') === true &&
              !hasAny(schema, 'properties', 'patternProperties', 'propertyNames', '$ref'))),
      )
      .map(({ path }) => ({ path })),
  examples: [
    {
      title: 'an object that says nothing, or only that it is open',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { type: 'object' }, b: { type: 'object', additionalProperties: true } },
        },
      },
      finds: ['/input_schema/properties/a', '/input_schema/properties/b'],
    },
    {
      title: 'a map of texts, an empty object, a reference',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { type: 'object', additionalProperties: { type: 'string', maxLength: 9 } },
            b: { type: 'object', additionalProperties: false },
            c: { type: 'object', $ref: '#' },
          },
        },
      },
      finds: [],
    },
  ],
};
