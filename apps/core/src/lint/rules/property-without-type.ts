import { pointer } from '../../json/pointer.js';
import { isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { hasAny } from '../keywords.js';
import type { LintRule } from '../lint-rule.js';

/** Words that say nothing of the value. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  ...['title', 'description', '$comment', 'default', 'examples', 'deprecated', 'readOnly'],
  ...['writeOnly', '$anchor', '$id', '$defs', 'definitions', 'nullable'],
]);

export const propertyWithoutType: LintRule = {
  id: 'property-without-type',
  level: 'warning',
  message: 'Nothing says what kind of value is taken here.',
  remedy: 'State the `type`, or a list of types where there are several.',
  reference: 'Without a type any value is valid, and a model guesses which of them works.',
  matches: ({ schemas }) =>
    schemas.flatMap(({ side, path, schema }) => {
      const properties = side === 'input' ? member(schema, 'properties') : undefined;
      if (!isObject(properties) || isSaidElsewhere(schema)) return [];
      return Object.entries(properties)
        .filter(([, value]) => isAnything(value))
        .map(([name]) => ({ path: pointer(path, 'properties', name) }));
    }),
  examples: [
    {
      title: 'a description alone, `true`, and nothing',
      contract: {
        input_schema: {
          type: 'object',
          properties: { a: { description: 'Any.' }, b: true, c: {} },
        },
      },
      finds: [
        '/input_schema/properties/a',
        '/input_schema/properties/b',
        '/input_schema/properties/c',
      ],
    },
    {
      title: 'values, a reference, alternatives, and one that is forbidden',
      contract: {
        input_schema: {
          type: 'object',
          properties: {
            a: { enum: [1, 'x'], description: 'Both.' },
            b: { $ref: '#/properties/a' },
            c: { anyOf: [{ type: 'boolean' }, { type: 'null' }], description: 'Maybe.' },
            d: false,
          },
        },
      },
      finds: [],
    },
  ],
};

const isAnything = (schema: Json): boolean =>
  schema === true ||
  (isObject(schema) && Object.keys(schema).every((keyword) => SAYS_NOTHING.has(keyword)));

/** A branch beside it may say more of the same property. */
const isSaidElsewhere = (schema: JsonObject): boolean =>
  hasAny(schema, 'allOf', 'anyOf', 'oneOf', '$ref', 'if');
