import { objectOf, type Json } from '../json/value.js';
import { compileValidator, metaErrors, validate } from './validator.js';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

const isValid = (schema: Json, instance: Json): boolean | undefined =>
  compileValidator(schema)?.(instance).valid;

const withProto = (value: Json): Json => objectOf([['__proto__', value]]);

describe('the validator', () => {
  it('says what is wrong and where', () => {
    const check = compileValidator({ properties: { a: { type: 'string' } }, required: ['queue'] });
    expect(check?.({ queue: 1, a: 2 })).toEqual({
      valid: false,
      error: 'must be string',
      pointer: '/a',
    });
    expect(check?.({})).toMatchObject({ error: "must have required property 'queue'" });
    expect(check?.({ queue: 1 })).toEqual({ valid: true });
  });

  it('does not take an inherited member for a required property', () => {
    expect(isValid({ required: ['toString'] }, {})).toBe(false);
    expect(isValid({ properties: { constructor: { type: 'string' } } }, {})).toBe(true);
  });

  it('compares values whose members are called like methods', () => {
    const [one, other] = [{ toString: 1 }, { toString: 2, valueOf: 'a' }];
    const list = { enum: [one, other], $schema: DRAFT_07 };
    expect(metaErrors(list, 'draft-07')).toEqual([]);
    expect([one, other, { toString: 2 }].map((value) => isValid(list, value))).toEqual([
      ...[true, true, false],
    ]);
    expect([one, other].map((value) => isValid({ const: one }, value))).toEqual([true, false]);
    const unique = [
      [one, other],
      [one, { ...one }],
      [1, true, '1', [1], null],
    ];
    expect(unique.map((value) => isValid({ uniqueItems: true }, value))).toEqual([
      ...[true, false, true],
    ]);
    const check = validate({ items: { enum: [1, 'a'] } }, [1, 2, 3], { allErrors: true });
    expect(check?.errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`)).toEqual([
      ...['/1 enum', '/2 enum'],
    ]);
  });

  it('takes no sibling of a reference in draft-07 for a keyword, its type neither', () => {
    const schema = (dialect: string): Json => ({
      $schema: dialect,
      $ref: '#/definitions/any',
      type: 'object',
      maximum: 1,
      definitions: { any: true },
    });
    expect(isValid(schema(DRAFT_07), 2)).toBe(true);
    expect(isValid(schema('https://json-schema.org/draft/2020-12/schema'), 1)).toBe(false);
  });

  it('evaluates the items that contains finds, and no others', () => {
    const schema = { contains: { const: 1 }, unevaluatedItems: { type: 'boolean' } };
    const judged = [[1, true, 1], [true], [1, 'a'], 'a'].map((value) => isValid(schema, value));
    expect(judged).toEqual([true, false, false, true]);
    expect(isValid({ contains: true, unevaluatedItems: false }, [true, null])).toBe(true);
  });

  it('lets no array pass where no number of items would do', () => {
    const schema = { prefixItems: [true, { not: {} }], contains: true, maxContains: 0 };
    expect([[], [null]].map((value) => isValid(schema, value))).toEqual([false, false]);
  });

  it('checks a property named __proto__', () => {
    const schema = { properties: withProto({ type: 'string' }), additionalProperties: false };
    expect(isValid(schema, withProto('x'))).toBe(true);
    expect(isValid(schema, withProto(1))).toBe(false);
    const dependent = { dependentRequired: withProto(['a']) };
    expect(isValid(dependent, withProto(1))).toBe(false);
    expect(isValid(dependent, {})).toBe(true);
  });

  it('wants an item for contains, also behind prefixItems', () => {
    const schema = { type: 'array', prefixItems: [{ type: 'string' }], contains: { const: 1 } };
    expect(isValid(schema, [])).toBe(false);
    expect(isValid(schema, ['a', 1])).toBe(true);
    expect(isValid({ contains: { const: 1 }, minContains: 0 }, [])).toBe(true);
  });

  it('lets nothing pass an empty enum', () => {
    expect(metaErrors({ enum: [] }, '2020-12')).toEqual([]);
    expect(isValid({ enum: [] }, 1)).toBe(false);
    expect(isValid({ $schema: DRAFT_07, allOf: [true], enum: [] }, 1)).toBe(false);
  });

  it('multiplies decimals exactly', () => {
    expect(isValid({ multipleOf: 0.1 }, 0.3)).toBe(true);
    expect(isValid({ multipleOf: 0.01 }, 19.99)).toBe(true);
    expect(isValid({ multipleOf: 0.01 }, 19.999)).toBe(false);
  });

  it('ignores the siblings of $ref in draft-07 and heeds them in 2020-12', () => {
    const schema = {
      $ref: '#/definitions/a',
      maxLength: 1,
      definitions: { a: { type: 'string' } },
    };
    expect(isValid({ $schema: DRAFT_07, ...schema }, 'long')).toBe(true);
    expect(isValid(schema, 'long')).toBe(false);
  });

  it('gives no meaning to keywords that are none', () => {
    expect(isValid({ type: 'string', nullable: true }, null)).toBe(false);
    expect(isValid({ id: 'x', dependencies: { a: ['b'] } }, { a: 1 })).toBe(true);
    expect(isValid({ $schema: DRAFT_07, dependencies: { a: ['b'] } }, { a: 1 })).toBe(false);
    expect(isValid({ $async: true, type: 'string' }, 1)).toBe(false);
  });

  it('takes a format for an annotation unless it is to be asserted', () => {
    expect(isValid({ format: 'uuid' }, 'x')).toBe(true);
    expect(compileValidator({ format: 'uuid' }, { format: 'assert' })?.('x').valid).toBe(false);
    expect(compileValidator({ format: 'own' }, { format: 'assert' })?.('x').valid).toBe(true);
  });

  it('counts code points and matches patterns by them', () => {
    expect(isValid({ maxLength: 1 }, '😀')).toBe(true);
    expect(isValid({ pattern: '^.$' }, '😀')).toBe(true);
    expect(isValid({ pattern: '^[\\w-.]+$' }, 'a-b.c')).toBe(true);
  });

  it('answers null for a dialect that is not read and for what cannot be compiled', () => {
    expect(compileValidator({ $schema: 'http://json-schema.org/draft-04/schema#' })).toBeNull();
    expect(compileValidator({ $ref: '#/nowhere' })).toBeNull();
    expect(validate({ $ref: '#/nowhere' }, 1)).toBeNull();
  });

  it('keeps schemas with the same $id apart', () => {
    expect(validate({ $id: 'urn:example:a', type: 'string' }, 'x')?.valid).toBe(true);
    expect(validate({ $id: 'urn:example:a', type: 'number' }, 'x')?.valid).toBe(false);
    expect(validate({ $id: 'urn:example:a', type: 'string' }, 'x')?.valid).toBe(true);
  });

  it('refers to the built-in meta-schemas', () => {
    const schema = { $ref: 'https://json-schema.org/draft/2020-12/schema' };
    expect(isValid(schema, { type: 'string' })).toBe(true);
    expect(isValid(schema, { type: 'strin' })).toBe(false);
    expect(isValid({ $ref: DRAFT_07 }, { items: [true] })).toBe(true);
    expect(isValid({ $schema: DRAFT_07, $ref: DRAFT_07 }, { items: 1 })).toBe(false);
  });

  it('checks a schema against the meta-schema of its dialect', () => {
    expect(metaErrors({ type: 'object', properties: { a: true } }, '2020-12')).toEqual([]);
    expect(metaErrors({ items: [{}] }, 'draft-07')).toEqual([]);
    expect(metaErrors({ items: [{}] }, '2020-12')[0]).toMatchObject({ pointer: '/items' });
    expect(metaErrors({ properties: { a: { minLength: -1 } } }, '2020-12')[0]).toMatchObject({
      pointer: '/properties/a/minLength',
    });
  });
});
