import { objectOf, type Json } from '../../json/value.js';
import { validate } from './evaluate.js';

const outcomes = (schema: Json, ...instances: Json[]): unknown[] =>
  instances.map((instance) => validate(schema, instance));

const draft7 = (schema: Json, instance: Json): unknown =>
  validate(schema, instance, { dialect: 'draft-07' });

describe('an instance judged by the normal form', () => {
  it('takes a whole number for an integer however it is written', () => {
    expect(outcomes({ type: 'integer' }, 1, 1.5, 1e30, '1')).toEqual([true, false, true, false]);
    expect(outcomes({ multipleOf: 0.1 }, 0.3, 0.35)).toEqual([true, false]);
  });

  it('counts the characters of a string and not its UTF-16 units', () => {
    expect(outcomes({ maxLength: 1 }, '😀', '😀a')).toEqual([true, false]);
    expect(outcomes({ pattern: '^.$' }, '😀')).toEqual([true]);
  });

  it('finds inherited names in no instance', () => {
    expect(outcomes({ required: ['toString'] }, {})).toEqual([false]);
    expect(outcomes({ required: ['__proto__'] }, {}, objectOf([['__proto__', 1]]))).toEqual([
      false,
      true,
    ]);
    expect(outcomes({ properties: { constructor: { type: 'number' } } }, {})).toEqual([true]);
  });

  it('takes equal values for equal whatever their spelling', () => {
    const value = { a: [1, { b: null }] };
    expect(outcomes({ const: value }, { a: [1, { b: null }] }, { a: [1, {}] })).toEqual([
      true,
      false,
    ]);
    expect(
      outcomes(
        { uniqueItems: true },
        [1, true],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ),
    ).toEqual([true, false]);
  });

  it('demands an item for contains, also beside prefixItems', () => {
    const schema = { prefixItems: [{ type: 'string' }], contains: { type: 'integer' } };
    expect(outcomes(schema, [], ['a'], ['a', 1])).toEqual([false, false, true]);
    expect(outcomes({ contains: {}, minContains: 0, maxContains: 1 }, [], [1], [1, 2])).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('ignores what stands beside a reference in draft-07, and only there', () => {
    const schema = { $ref: '#/definitions/a', maxItems: 1, definitions: { a: {} } };
    expect(draft7(schema, [1, 2])).toBe(true);
    expect(validate(schema, [1, 2])).toBe(false);
  });

  it('reads the tuples and dependencies of draft-07', () => {
    const tuple = { items: [{ type: 'string' }], additionalItems: { type: 'number' } };
    expect([draft7(tuple, ['a', 1]), draft7(tuple, ['a', 'b'])]).toEqual([true, false]);
    const dependencies = { dependencies: { a: ['b'], c: { minProperties: 3 } } };
    expect(draft7(dependencies, { a: 1 })).toBe(false);
    expect(draft7(dependencies, { a: 1, b: 1 })).toBe(true);
    expect(draft7(dependencies, { c: 1 })).toBe(false);
  });

  it('follows a dynamic reference to the outermost anchor', () => {
    const schema = {
      $id: 'https://example.com/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          properties: { data: true, child: { $dynamicRef: '#node' } },
        },
      },
    };
    expect(outcomes(schema, { child: { data: 1 } }, { child: { typo: 1 } })).toEqual([true, false]);
  });

  it('knows what a branch that holds has seen', () => {
    const schema = {
      anyOf: [
        { properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: true }, required: ['b'] },
      ],
      patternProperties: { '^x': true },
      unevaluatedProperties: false,
    };
    expect(
      outcomes(schema, { a: 1, x1: 0 }, { a: 2, b: 1 }, { a: 1, b: 1 }, { b: 1, c: 1 }),
    ).toEqual([true, false, true, false]);
    const items = { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false };
    expect(outcomes(items, [1, 'a'], [1, 'a', 2])).toEqual([true, false]);
  });

  it('says that it does not know where a part cannot be read, unless that part does not matter', () => {
    const loop = { allOf: [{ $ref: '#' }] };
    expect(validate(loop, 1)).toBeNull();
    expect(outcomes({ type: 'string', $ref: 'https://example.com/elsewhere' }, 1, 'a')).toEqual([
      false,
      null,
    ]);
  });
});
