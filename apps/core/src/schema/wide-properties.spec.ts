import fc from 'fast-check';
import type { Json, JsonObject } from '../json/value.js';
import { arbitraryInstance, arbitrarySchema } from '../../../../test/support/arbitrary-schema.js';
import { validate } from './validator.js';
import { withTables } from './wide-properties.js';

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

  it('are judged as those of a narrow one', () => {
    const law = (schema: Json, value: Json): void => {
      const narrow = validate({ properties: { p7: schema } }, { p7: value })?.valid;
      const properties = wide((at) => (at === 7 ? schema : { minimum: at }));
      expect(validate({ properties }, { p7: value })?.valid).toBe(narrow);
    };
    const selfContained = arbitrarySchema.filter((one) => !JSON.stringify(one).includes('$ref'));
    fc.assert(fc.property(selfContained, arbitraryInstance, law), { numRuns: 60 });
  });
});
