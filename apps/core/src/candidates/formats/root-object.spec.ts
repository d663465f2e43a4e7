import { flatRoot, rootObject } from './root-object.js';

const text = { type: 'string' };

describe('a root that says it is an object', () => {
  it('is the schema itself where it says so', () => {
    const schema = { properties: { a: text }, type: 'object' };
    expect(rootObject(schema)).toBe(schema);
    expect(flatRoot(schema)).toBe(schema);
  });

  it('is said where the schema leaves it open', () => {
    expect(rootObject({})).toEqual({ type: 'object' });
    expect(rootObject({ type: ['object'], maxProperties: 3 })).toEqual({
      type: 'object',
      maxProperties: 3,
    });
  });
});

describe('a root without branches', () => {
  it('gathers what all branches hold, and requires what must hold', () => {
    expect(
      flatRoot({
        description: 'Kept.',
        properties: { a: text },
        required: ['a'],
        additionalProperties: false,
        allOf: [{ properties: { b: text }, required: ['b'] }],
        anyOf: [{ properties: { c: text }, required: ['c'] }, { properties: { d: text } }, true],
        not: { required: ['e'] },
      }),
    ).toEqual({
      type: 'object',
      description: 'Kept.',
      properties: { a: text, b: text, c: text, d: text },
      required: ['a', 'b'],
    });
  });

  it('follows a reference at the root, also in a circle, and keeps its definitions', () => {
    const $defs = {
      'a b': { properties: { x: text, y: { $ref: '#/$defs/a%20b' } }, required: ['x'], $ref: '#' },
    };
    expect(flatRoot({ $ref: '#/$defs/a%20b', $defs })).toEqual({
      type: 'object',
      $defs,
      properties: $defs['a b'].properties,
      required: ['x'],
    });
    expect(flatRoot({ $ref: '#/%' })).toEqual({ type: 'object', properties: {} });
    expect(flatRoot({ $ref: 'https://example.com/x' })).toEqual({ type: 'object', properties: {} });
  });
});
