import { isObject, objectOf, type Json } from '../json/value.js';
import { checkSchema } from './check-schema.js';

const faults = (schema: Json, role: 'input' | 'output' = 'input'): string[] =>
  checkSchema(schema, role).map(({ pointer, code }) => `${pointer} ${code}`.trim());

const object = (more: Record<string, Json>): Json => ({ type: 'object', ...more });

const nested = (depth: number, leaf: Json = true): Json =>
  depth === 0 ? leaf : object({ properties: { a: nested(depth - 1, leaf) } });

describe('checking a schema', () => {
  it('takes boolean subschemas, recursion, an enum of 5,000 and any property name', () => {
    const names = ['constructor', 'toString', '__proto__', '$ref', 'ünï', ''];
    expect(faults(object({ properties: objectOf(names.map((name) => [name, true])) }))).toEqual([]);
    expect(faults(object({ properties: { a: false, b: { items: { $ref: '#' } } } }))).toEqual([]);
    const values = Array.from({ length: 5_000 }, (_, index) => `v${index}`);
    expect(faults(object({ properties: { a: { enum: values } } }))).toEqual([]);
  });

  it.each([
    ['http://json-schema.org/draft-04/schema#'],
    ['https://json-schema.org/draft/2019-09/schema'],
    ['https://example.com/own'],
  ])('refuses the dialect %s', ($schema) => {
    expect(faults({ $schema, type: 'object' })).toEqual(['/$schema dialect-unsupported']);
  });

  it('reads each dialect by its own meta-schema', () => {
    const tuple = object({ properties: { a: { items: [true] } } });
    expect(faults(tuple)).toEqual(['/properties/a/items keyword-invalid']);
    expect(isObject(tuple)).toBe(true);
    const $schema = 'http://json-schema.org/draft-07/schema#';
    expect(faults(objectOf([['$schema', $schema], ...Object.entries(tuple as object)]))).toEqual(
      [],
    );
  });

  it('names each place that the meta-schema refuses once, and not the branches around it', () => {
    const schema = object({
      required: 'a',
      properties: { a: { type: 'strin' }, b: { minLength: -1, allOf: [{ maximum: 'x' }] } },
    });
    expect(faults(schema).sort()).toEqual([
      '/properties/a/type keyword-invalid',
      '/properties/b/allOf/0/maximum keyword-invalid',
      '/properties/b/minLength keyword-invalid',
      '/required keyword-invalid',
    ]);
  });

  it.each([
    ['https://example.com/schema.json', 'reference-unresolved'],
    ['other.json#/a', 'reference-unresolved'],
    ['#/$defs/none', 'reference-unresolved'],
    ['#none', 'reference-unresolved'],
    ['#/$defs/a/type', 'reference-unresolved'],
  ])('refuses the reference %s', ($ref, code) => {
    const schema = object({ properties: { x: { $ref } }, $defs: { a: { type: 'string' } } });
    expect(faults(schema)).toEqual([`/properties/x/$ref ${code}`]);
  });

  it.each([
    '#',
    '#/$defs/a',
    '#anchor',
    'urn:example:own',
    'https://json-schema.org/draft/2020-12/schema',
  ])('resolves the reference %s', ($ref) => {
    const schema = object({
      properties: { x: { $ref } },
      $defs: { a: { $anchor: 'anchor' }, b: { $id: 'urn:example:own' } },
    });
    expect(faults(schema)).toEqual([]);
  });

  it('follows a reference to a place where no schema is expected', () => {
    const through = (inner: Json): Json =>
      object({ properties: { x: { $ref: '#/x-shared/a' } }, 'x-shared': { a: inner } });
    expect(faults(through({ type: 'string', pattern: 'a+' }))).toEqual([]);
    expect(faults(through({ pattern: '(' }))).toEqual(['/x-shared/a/pattern pattern-invalid']);
    expect(faults(through({ type: 'strin' }))).toEqual(['/properties/x/$ref reference-unresolved']);
    expect(faults(through({ properties: { y: { $ref: '#/none' } } }))).toEqual([
      '/x-shared/a/properties/y/$ref reference-unresolved',
    ]);
  });

  it('refuses patterns that are no regular expressions', () => {
    const schema = object({
      properties: { a: { pattern: '[' } },
      patternProperties: { '(': true, '^x-': true },
    });
    expect(faults(schema)).toEqual([
      '/patternProperties/( pattern-invalid',
      '/properties/a/pattern pattern-invalid',
    ]);
  });

  it.each<[Json]>([
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'object' } } }],
    [{ allOf: [true, { type: ['object'] }] }],
    [{ anyOf: [{ type: 'object' }, { const: {} }] }],
    [{ oneOf: [{ enum: [{ a: 1 }] }, { $ref: '#/$defs/a' }], $defs: { a: { type: 'object' } } }],
    [{ if: { required: ['a'] }, then: { type: 'object' }, else: { type: 'object' } }],
  ])('sees that %j takes only objects', (schema) => {
    expect(faults(schema)).toEqual([]);
  });

  it.each<[Json]>([
    [{}],
    [true],
    [{ properties: {} }],
    [{ type: ['object', 'null'] }],
    [{ anyOf: [{ type: 'object' }, {}] }],
    [{ if: true, then: { type: 'object' } }],
    [
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $ref: '#/definitions/a',
        type: 'object',
        definitions: { a: {} },
      },
    ],
  ])('refuses the input %j, which takes more than objects, but not as an output', (schema) => {
    expect(faults(schema)).toEqual(['root-not-object']);
    expect(faults(schema, 'output')).toEqual([]);
  });
});

describe('the caps on a schema', () => {
  it('count depth by schemas', () => {
    expect(faults(nested(63))).toEqual([]);
    expect(faults(nested(64))).toEqual([`${'/properties/a'.repeat(64)} too-deep`]);
    expect(faults(nested(5_000))[0]).toMatch(/ too-deep$/);
  });

  it('count the depth of values too', () => {
    const deep = (depth: number): Json => (depth === 0 ? 1 : [deep(depth - 1)]);
    expect(faults(object({ default: deep(60) }))).toEqual([]);
    expect(faults(object({ default: deep(70) }))[0]).toMatch(/ too-deep$/);
  });

  it('hold for values and bytes', () => {
    const list = (length: number): Json => Array.from({ length }, (_, index) => index);
    expect(faults(object({ examples: list(19_990) }))).toEqual([]);
    expect(faults(object({ examples: list(20_000) }))).toEqual(['too-many-nodes']);
    expect(faults(object({ description: 'x'.repeat(500_000) }))).toEqual([]);
    expect(faults(object({ description: 'ü'.repeat(300_000) }))).toEqual(['too-large']);
    expect(faults(object({ description: '工'.repeat(170_000) }))).toEqual([]);
    expect(faults(object({ description: '工'.repeat(180_000) }))).toEqual(['too-large']);
    expect(faults(object({ anyOf: Array.from({ length: 501 }, () => true) }))).toEqual([
      '/anyOf too-many-branches',
    ]);
  });

  it.each<[string, Json]>([
    ['itself', { allOf: [{ $ref: '#' }] }],
    ['a negation', { not: { $ref: '#' } }],
    [
      'a definition',
      { $defs: { a: { anyOf: [true, { $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } } },
    ],
    [
      'a condition',
      {
        if: { $ref: '#/$defs/a' },
        $defs: { a: { dependentSchemas: { x: { $ref: '#/$defs/a' } } } },
      },
    ],
    ['a dynamic reference', { $dynamicAnchor: 'n', anyOf: [{ $dynamicRef: '#n' }] }],
  ])('refuse a circle without progress through %s', (_, schema) => {
    expect(faults(object(schema as Record<string, Json>)).join()).toMatch(
      / reference-circle$|^reference-circle$/,
    );
  });

  it('refuse references that multiply each other and chains that never end', () => {
    const chain = (length: number, next: (ref: Json) => Json): Json =>
      object({
        properties: { x: { $ref: '#/$defs/d0' } },
        $defs: objectOf(
          Array.from({ length }, (_, n) => [
            `d${n}`,
            n === length - 1 ? true : next({ $ref: `#/$defs/d${n + 1}` }),
          ]),
        ),
      });
    const doubling = (ref: Json): Json => ({ anyOf: [ref, ref] });
    expect(faults(chain(8, doubling))).toEqual([]);
    expect(faults(chain(20, doubling)).join()).toMatch(/reference-fan-out$/);
    expect(faults(chain(100, (ref) => ref))).toEqual([]);
    expect(faults(chain(6_000, (ref) => ref)).join()).toMatch(/reference-chain$/);
  });
});
