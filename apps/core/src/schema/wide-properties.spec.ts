import fc from 'fast-check';
import type { Json, JsonObject } from '../json/value.js';
import { arbitraryInstance, arbitrarySchema } from '../../../../test/support/arbitrary-schema.js';
import { validate } from './validator.js';
import { withTables } from './wide-properties.js';

const selfContained = arbitrarySchema.filter((one) => !JSON.stringify(one).includes('$ref'));

const wide = (schema: (at: number) => Json): JsonObject =>
  Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${String(at)}`, schema(at)]));

describe('the properties of a wide object', () => {
  it('stand in a table, as far as they refer to nothing outside', () => {
    const properties = wide((at) => (at === 3 ? { $ref: '#/$defs/a' } : { maximum: at }));
    const { properties: kept, tabledProperties: table } = withTables(
      { properties, $defs: { a: true } },
      '2020-12',
    ) as { properties: JsonObject; tabledProperties: JsonObject };
    expect([Object.keys(kept).length, Object.keys(table).length]).toEqual([30, 29]);
    expect(kept['p3']).toEqual({ $ref: '#/$defs/a' });
    const few = { properties: { a: { maximum: 1 } } };
    expect(withTables(few, '2020-12')).toEqual(few);
  });

  it('are judged, and refused, at their places', () => {
    const schema = {
      properties: { 'a/b': { properties: wide(() => ({ type: 'string', minLength: 1 })) } },
      additionalProperties: false,
    };
    const errors = validate(schema, { 'a/b': { p1: 'x', p2: '', p3: 3 } }, { allErrors: true });
    expect(errors?.errors.map(({ pointer, keyword }) => [pointer, keyword])).toEqual([
      ['/a~1b/p2', 'minLength'],
      ['/a~1b/p3', 'type'],
    ]);
    expect(validate({ ...schema, tabledProperties: { x: false } }, {})?.valid).toBe(true);
    expect(validate({ tabledProperties: { x: false } }, { x: 1 })?.valid).toBe(true);
  });

  it('stay where a reference leads to one of them', () => {
    const properties = wide((at) => (at === 1 ? { $ref: '#/properties/p2' } : { maximum: at }));
    expect(validate({ properties }, { p1: 2 })?.valid).toBe(true);
    expect(validate({ properties }, { p1: 3 })?.valid).toBe(false);
  });

  it('are a part of the whole where they are not allowed to be keywords', () => {
    for (const keyword of ['tabledAllOf', 'tabledAnyOf', 'tabledOneOf']) {
      expect(validate({ [keyword]: [false] }, 1)?.valid).toBe(true);
    }
  });

  it('are judged as those of a narrow one', () => {
    const law = (schema: Json, value: Json): void => {
      const narrow = validate({ properties: { p7: schema } }, { p7: value })?.valid;
      const properties = wide((at) => (at === 7 ? schema : { minimum: at }));
      expect(validate({ properties }, { p7: value })?.valid).toBe(narrow);
    };
    fc.assert(fc.property(selfContained, arbitraryInstance, law), { numRuns: 60 });
  });
});

describe('the branches of a long union', () => {
  const copies = (schema: Json, count: number, others: Json): Json[] =>
    Array.from({ length: 30 }, (_, at) => (at < count ? schema : others));

  it.each([
    ['allOf', 30],
    ['anyOf', 1],
    ['oneOf', 1],
    ['oneOf', 2],
  ])('are judged as those of a short one: %s of %d', (union, count) => {
    const law = (schema: Json, value: Json): void => {
      const long = { [union]: copies(schema, count, union === 'allOf') };
      const short = { [union]: [...(long[union]?.slice(0, 3) ?? [])] };
      expect(validate(long, value)?.valid).toBe(validate(short, value)?.valid);
      const seen = { unevaluatedProperties: true, unevaluatedItems: true };
      expect(validate({ ...long, ...seen }, value)?.valid).toBe(validate(short, value)?.valid);
    };
    fc.assert(fc.property(selfContained, arbitraryInstance, law), { numRuns: 25 });
  });

  it('are judged as written out where they are definitions', () => {
    const kinds = Array.from({ length: 30 }, (_, at): [string, Json] => [
      `k${String(at)}`,
      { properties: { kind: { const: at }, v: { maximum: at } }, required: ['kind'] },
    ]);
    const oneOf = kinds.map(([name]) => ({ $ref: `#/$defs/${name}` }));
    const schema = { oneOf, $defs: Object.fromEntries(kinds) };
    const { tabledOneOf: table } = withTables(schema, '2020-12') as { tabledOneOf: Json };
    expect(table).toEqual(kinds.map(([, branch]) => branch));
    expect(validate(schema, { kind: 7, v: 7 })?.valid).toBe(true);
    expect(validate(schema, { kind: 7, v: 8 })?.valid).toBe(false);
    // Inside of another resource, the same references lead to its own definitions.
    const $defs = Object.fromEntries(kinds.map(([name]) => [name, { type: 'null' }]));
    const apart = { $id: 'http://example.test/apart', anyOf: oneOf, $defs };
    const both = { ...schema, properties: { inner: apart } };
    expect(validate(both, { kind: 7, inner: { kind: 7 } })?.valid).toBe(false);
    expect(validate(both, { kind: 7, inner: null })?.valid).toBe(true);
  });

  it('are refused by a constant as they are by all that they say', () => {
    const law = (constant: Json, kind: Json, more: Json, value: Json): void => {
      const branch = { properties: { kind: { const: constant } }, allOf: [more] };
      const instance = { kind, more: value };
      const short = validate({ anyOf: [branch] }, instance)?.valid;
      expect(validate({ anyOf: copies(branch, 30, false) }, instance)?.valid).toBe(short);
    };
    const few = fc.constantFrom<Json>(0, -0, '0', null, [], {}, [0], { toString: 0 });
    fc.assert(fc.property(few, few, selfContained, arbitraryInstance, law), { numRuns: 20 });
  });

  it('are refused at their places', () => {
    const list = {
      oneOf: Array.from({ length: 30 }, (_, at) => ({ properties: { kind: { const: at } } })),
    };
    const found = validate({ items: list }, [{ kind: 1 }, { kind: 'x' }, {}], { allErrors: true });
    const own = (found?.errors ?? []).filter(({ keyword }) => keyword === 'oneOf');
    expect(own.map(({ pointer, params }) => [pointer, params])).toEqual([
      ['/1', { passingSchemas: null }],
      ['/2', { passingSchemas: [0, 1] }],
    ]);
    expect(found?.errors[0]).toMatchObject({ pointer: '/1/kind', keyword: 'const' });
  });
});
