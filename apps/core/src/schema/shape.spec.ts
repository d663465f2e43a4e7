import type { Json } from '../json/value.js';
import { shapeFaults } from './shape.js';

const schema: Json = {
  type: 'object',
  properties: {
    kind: { enum: ['test', 'smoke'] },
    size: { type: 'integer', minimum: 1 },
  },
  required: ['kind'],
  additionalProperties: false,
};

describe('the shape of a document', () => {
  it('finds nothing in a document that fits', () => {
    expect(shapeFaults(schema, { kind: 'test', size: 3 })).toEqual([]);
  });

  it('names every fault with its place', () => {
    expect(shapeFaults(schema, { size: 0, 'a/b': 1 })).toEqual([
      { pointer: '/a~1b', code: 'unknown-field', message: 'is not a member that is read here' },
      { pointer: '/kind', code: 'missing-field', message: 'is missing' },
      { pointer: '/size', code: 'out-of-range', message: 'must be >= 1' },
    ]);
  });

  it('finds a member called __proto__', () => {
    const sent = JSON.parse('{"kind": "test", "__proto__": {}}') as Json;
    expect(shapeFaults(schema, sent)).toMatchObject([
      { pointer: '/__proto__', code: 'unknown-field' },
    ]);
  });

  it('says which values a list takes', () => {
    expect(shapeFaults(schema, { kind: 'load' })).toEqual([
      { pointer: '/kind', code: 'not-in-list', message: 'must be one of "test", "smoke"' },
    ]);
  });

  it('tells a wrong type from a wrong value', () => {
    expect(shapeFaults(schema, { kind: 'test', size: 'x' })).toMatchObject([
      { pointer: '/size', code: 'wrong-type' },
    ]);
  });

  it('tells of a hundred faults at most', () => {
    const sent = JSON.parse(
      `{${Array.from({ length: 500 }, (_, i) => `"x${i}": 1`).join()}}`,
    ) as Json;
    expect(shapeFaults(schema, sent)).toHaveLength(100);
  });

  it('tells of one fault where the document is too large to look for all', () => {
    const list: Json = { type: 'array', items: { type: 'string' } };
    expect(shapeFaults(list, Array<Json>(30_000).fill(1))).toMatchObject([{ pointer: '/0' }]);
  });
});
