import type { Json } from '../../json/value.js';
import { closeSchema, type CloseOptions } from './close.js';
import { validate } from './evaluate.js';

const closed = (schema: Json, root: CloseOptions['root'] = 'bare'): Json => {
  const result = closeSchema(schema, { root });
  return result.ok ? result.schema : result.reason;
};

const accepts = (schema: Json, instance: Json, root?: CloseOptions['root']): unknown =>
  validate(closed(schema, root), instance);

describe('a schema closed to what it declares', () => {
  it('refuses what an object with properties is silent about, at every depth', () => {
    const schema = { properties: { a: { properties: { b: {} } } } };
    expect(accepts(schema, { a: { b: 1 } })).toBe(true);
    expect(accepts(schema, { c: 1 })).toBe(false);
    expect(accepts(schema, { a: { c: 1 } })).toBe(false);
  });

  it('leaves free-form maps and explicit promises open', () => {
    const schema = {
      properties: {
        map: { type: 'object' },
        open: { properties: { a: {} }, additionalProperties: true },
        typed: { properties: { a: {} }, additionalProperties: { type: 'string' } },
      },
    };
    expect(accepts(schema, { map: { x: 1 }, open: { x: 1 }, typed: { x: 'y' } })).toBe(true);
    expect(accepts(schema, { typed: { x: 1 } })).toBe(false);
  });

  it('always closes the root of an input, and of nothing else that declares nothing', () => {
    expect(accepts({ type: 'object' }, { a: 1 }, 'input')).toBe(false);
    expect(accepts({ type: 'object' }, { a: 1 }, 'output')).toBe(true);
    expect(accepts({ type: 'object', additionalProperties: true }, { a: 1 }, 'input')).toBe(true);
  });

  it('closes where schemas compose and not inside the branches', () => {
    const schema = {
      properties: { kind: {} },
      allOf: [{ properties: { a: {} } }, { $ref: '#/$defs/b' }],
      $defs: { b: { properties: { b: {} } } },
    };
    expect(accepts(schema, { kind: 1, a: 1, b: 1 })).toBe(true);
    expect(accepts(schema, { c: 1 })).toBe(false);
  });

  it('closes nothing in the alternatives and in what only tests', () => {
    const branch = { properties: { a: {} }, required: ['a'] };
    expect(accepts({ anyOf: [branch, { type: 'null' }] }, { a: 1, b: 1 })).toBe(true);
    const tested = { properties: { a: {}, b: {} }, if: branch, then: { required: ['b'] } };
    expect(accepts(tested, { a: 1 })).toBe(false);
    expect(accepts({ not: branch }, { a: 1, b: 1 })).toBe(false);
  });

  it('leaves open a value that is described in two places', () => {
    const schema = {
      properties: { a: { properties: { x: {} } } },
      allOf: [{ properties: { a: { properties: { y: {} } } } }],
    };
    expect(accepts(schema, { a: { x: 1, y: 1 } })).toBe(true);
  });

  it('closes one definition where it stands alone and leaves it open where it is a branch', () => {
    const schema = {
      properties: {
        alone: { $ref: '#/$defs/base' },
        more: { $ref: '#/$defs/base', properties: { b: {} } },
      },
      $defs: { base: { properties: { a: {}, next: { $ref: '#/$defs/base' } } } },
    };
    expect(accepts(schema, { alone: { a: 1 }, more: { a: 1, b: 1 } })).toBe(true);
    expect(accepts(schema, { alone: { b: 1 } })).toBe(false);
    expect(accepts(schema, { alone: { next: { b: 1 } } })).toBe(false);
    expect(accepts(schema, { more: { c: 1 } })).toBe(false);
  });

  it('says what draft-07 says in the words of 2020-12', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: {
        tuple: { items: [{ type: 'string' }], additionalItems: { properties: { a: {} } } },
        ref: { $ref: '#/definitions/x', maxProperties: 0 },
      },
      dependencies: { tuple: ['ref'] },
      definitions: { x: { properties: { y: {} } } },
    };
    expect(accepts(schema, { tuple: ['a', { a: 1 }], ref: { y: 1 } })).toBe(true);
    expect(accepts(schema, { tuple: ['a', { b: 1 }], ref: {} })).toBe(false);
    expect(accepts(schema, { tuple: ['a'] })).toBe(false);
    expect(accepts(schema, { ref: { z: 1 } })).toBe(false);
  });

  it('gives its reason where a dynamic reference leaves a choice', () => {
    const schema = {
      $id: 'https://example.com/a',
      $dynamicAnchor: 'x',
      $ref: 'b',
      $defs: { b: { $id: 'b', $dynamicAnchor: 'x', items: { $dynamicRef: '#x' } } },
    };
    expect(closed(schema)).toBe('dynamic-ref');
  });
});
