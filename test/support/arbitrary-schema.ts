/** Random schemas and instances that meet often enough to find what is wrong with an engine. */
import fc from 'fast-check';
import type { Json, JsonObject } from '#core/json/value.js';

const key = fc.constantFrom('a', 'b', 'c', 'aa');
const small = fc.nat(3);
const type = fc.constantFrom('null', 'boolean', 'number', 'integer', 'string', 'array', 'object');

/** Plain objects with an ordinary prototype, as `JSON.parse` makes them. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

const scalar = fc.constantFrom<Json>(
  ...[null, true, false, 0, 1, 2, 3, -1, 0.5, 1.5, '', 'a', 'b', 'aa', 'ab', 'abc'],
);

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { arbitrary: scalar, weight: 4 },
    { arbitrary: fc.array(tie('value'), { maxLength: 3 }), weight: 1 },
    { arbitrary: fc.dictionary(key, tie('value'), { maxKeys: 3 }), weight: 1 },
  ),
}));

export const arbitraryInstance: fc.Arbitrary<Json> = values.value.map(plain);

const some = <T>(item: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> =>
  fc.array(item, { minLength: 1, maxLength });

const onScalars = fc.oneof(
  type.map((name) => ({ type: name })),
  fc.uniqueArray(type, { minLength: 1, maxLength: 3 }).map((names) => ({ type: names })),
  some(values.value, 4).map((list) => ({ enum: list })),
  values.value.map((value) => ({ const: value })),
  fc.record(
    {
      minimum: small,
      maximum: small,
      exclusiveMinimum: small,
      exclusiveMaximum: small,
      multipleOf: fc.constantFrom(1, 2, 0.5, 3),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      minLength: small,
      maxLength: small,
      pattern: fc.constantFrom('^a', 'b$', '^a*$', '^(ab|c)+$', 'a.b', '^.{2}$'),
    },
    { requiredKeys: [] },
  ),
);

const onArrays = (inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.record(
    {
      type: fc.constant('array'),
      prefixItems: some(inner, 2),
      items: inner,
      contains: inner,
      minContains: small,
      maxContains: small,
      minItems: small,
      maxItems: small,
      uniqueItems: fc.boolean(),
      unevaluatedItems: inner,
    },
    { requiredKeys: [] },
  );

const onObjects = (inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(key, inner, { maxKeys: 3 }),
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b', '^.{2}$'), inner, {
        maxKeys: 2,
      }),
      additionalProperties: inner,
      required: fc.uniqueArray(key, { maxLength: 2 }),
      minProperties: small,
      maxProperties: small,
      propertyNames: inner,
      dependentRequired: fc.dictionary(key, fc.uniqueArray(key, { maxLength: 1 }), {
        maxKeys: 1,
      }),
      dependentSchemas: fc.dictionary(key, inner, { maxKeys: 1 }),
      unevaluatedProperties: inner,
    },
    { requiredKeys: [] },
  );

const combined = (inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    some(inner, 3).map((list) => ({ allOf: list })),
    some(inner, 3).map((list) => ({ anyOf: list })),
    some(inner, 3).map((list) => ({ oneOf: list })),
    inner.map((one) => ({ not: one })),
    fc.record({ if: inner, then: inner, else: inner }, { requiredKeys: ['if'] }),
    inner.map((one) => ({ properties: { a: one }, anyOf: [{ $ref: '#/$defs/tree' }, true] })),
    fc.constant({ $ref: '#/$defs/tree' }),
  );

const schemas = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    { arbitrary: fc.constantFrom<unknown>(true, false, {}), weight: 1 },
    { arbitrary: onScalars, weight: 7 },
    { arbitrary: onArrays(tie('schema')), weight: 4 },
    { arbitrary: onObjects(tie('schema')), weight: 5 },
    { arbitrary: combined(tie('schema')), weight: 7 },
  ),
}));

/** What the references of arbitrary schemas lead to; belongs to the root of each document. */
export const DEFINITIONS: JsonObject = {
  tree: {
    type: 'object',
    properties: { a: { $ref: '#/$defs/tree' }, b: { type: 'integer' } },
  },
};

/** Schemas for a place inside a document that has `DEFINITIONS`. */
export const arbitrarySchema: fc.Arbitrary<Json> = schemas.schema.map(plain);

/** A document of its own: the schema with its definitions. */
export const documentOf = (schema: Json): JsonObject => ({ allOf: [schema], $defs: DEFINITIONS });
