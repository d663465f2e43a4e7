import type { Json } from '../../json/value.js';
import { compileValidator } from '../../schema/validator.js';
import { convertSchema, definitionName } from './convert-schema.js';
import type { Direction } from './hidden-names.js';
import { sampleDocument } from './sample-document.js';

const conversion = (
  schema: Json,
  edition = '3.0.3',
  { direction = 'input', more = {} }: { direction?: Direction; more?: Record<string, Json> } = {},
) =>
  convertSchema(sampleDocument(more, edition), direction, {
    value: schema,
    pointer: '/components/schemas/It',
  });

const converted = (...asked: Parameters<typeof conversion>): Json => conversion(...asked).schema;

describe('a schema of OpenAPI 3.0', () => {
  it.each<[string, Json, Json]>([
    ['an exclusive bound', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['an inclusive one', { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
    ['exclusive of nothing', { exclusiveMaximum: true }, {}],
    ['null', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'null, which an enum without it still refuses',
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a'] },
    ],
    ['null without a type, which means nothing', { nullable: true }, {}],
    ['not null', { type: 'string', nullable: false }, { type: 'string' }],
    ['an example', { example: 7 }, { examples: [7] }],
    ['bytes', { type: 'string', format: 'byte' }, { type: 'string', contentEncoding: 'base64' }],
    [
      'a file',
      { type: 'string', format: 'binary' },
      { type: 'string', contentMediaType: 'application/octet-stream' },
    ],
    ['other formats', { type: 'integer', format: 'int64' }, { type: 'integer', format: 'int64' }],
    [
      'what is inside',
      { type: 'array', items: { oneOf: [{ minimum: 1, exclusiveMinimum: true }] } },
      { type: 'array', items: { oneOf: [{ exclusiveMinimum: 1 }] } },
    ],
    ['words about words', { xml: { name: 'x' }, externalDocs: {}, 'x-order': 1 }, {}],
    [
      'a name that looks like a keyword',
      { properties: { nullable: { type: 'string' } } },
      {
        properties: { nullable: { type: 'string' } },
      },
    ],
    [
      'a key called __proto__',
      { properties: JSON.parse('{"__proto__":{"example":1}}') as Json },
      {
        properties: JSON.parse('{"__proto__":{"examples":[1]}}') as Json,
      },
    ],
  ])('says %s in the words of 2020-12', (_what, schema, expected) => {
    const result = converted(schema);
    expect(JSON.stringify(result)).toBe(JSON.stringify(expected));
    expect(compileValidator(result)).not.toBeNull();
  });

  it('leaves out what the edition does not know, and says so', () => {
    const { schema, ignored } = conversion({ const: 1, if: {}, type: 'string' });
    expect(schema).toEqual({ type: 'string' });
    expect([...ignored]).toEqual(['const', 'if']);
  });

  it('takes nothing beside a reference', () => {
    const more = { components: { schemas: { Pet: {} } } };
    const ref = { $ref: '#/components/schemas/Pet', nullable: true, description: 'A pet.' };
    expect(converted(ref, '3.0.3', { more })).toEqual({ $ref: '#/$defs/Pet' });
  });
});

describe('a schema of Swagger 2.0', () => {
  it.each<[Json, Json]>([
    [{ type: 'file' }, { type: 'string', contentMediaType: 'application/octet-stream' }],
    [{ type: 'string', 'x-nullable': true }, { type: ['string', 'null'] }],
    [{ discriminator: 'kind' }, { discriminator: { propertyName: 'kind' } }],
    [{ items: [{ type: 'string' }] }, { prefixItems: [{ type: 'string' }] }],
    [{ type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ])('%j becomes %j', (schema, expected) => {
    expect(converted(schema, '2.0')).toEqual(expected);
  });
});

describe('a schema of OpenAPI 3.1', () => {
  it('is JSON Schema already', () => {
    const schema = {
      type: ['string', 'null'],
      const: 'a',
      exclusiveMinimum: 1,
      prefixItems: [{ type: 'null' }],
      if: { minLength: 1 },
      then: false,
      unevaluatedProperties: false,
    };
    expect(converted(schema, '3.1.0')).toEqual(schema);
  });

  it('keeps what stands beside a reference, with the definitions left behind', () => {
    const more = { components: { schemas: { Pet: {} } } };
    const ref = {
      $ref: '#/components/schemas/Pet',
      description: 'A pet.',
      $schema: 'https://spec.openapis.org/oas/3.1/dialect/base',
      $defs: { Unused: {} },
    };
    expect(converted(ref, '3.1.0', { more })).toEqual({
      $ref: '#/$defs/Pet',
      description: 'A pet.',
    });
  });

  it('adds the old example to the new ones', () => {
    expect(converted({ example: 2, examples: [1] }, '3.1.0')).toEqual({ examples: [1, 2] });
  });

  it.each([
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }, 'dialect-unsupported', '/$schema'],
    [{ $dynamicRef: '#node' }, 'reference-dynamic', '/$dynamicRef'],
    [{ $id: 'pet', allOf: [{ $ref: '#/components' }] }, 'reference-unresolved', '/allOf/0/$ref'],
    [{ $ref: '#nowhere' }, 'reference-unresolved', '/$ref'],
  ])('sets %j aside', (schema, code, where) => {
    expect(conversion(schema, '3.1.0').faults).toContainEqual(
      expect.objectContaining({ code, pointer: `/components/schemas/It${where}` }),
    );
  });
});

describe('references', () => {
  const more = {
    components: {
      schemas: { Pet: { properties: { name: {} } }, 'a b': {} },
      responses: { R: { content: { 'application/json': { schema: {} } } } },
    },
  };

  it.each([
    ['#/components/schemas/Pet', /^#\/\$defs\/Pet$/],
    ['#/components/schemas/Pet/properties/name', /^#\/\$defs\/name_[0-9a-f]{12}$/],
    ['#/components/schemas/a%20b', /^#\/\$defs\/a_b_[0-9a-f]{12}$/],
    ['#/components/responses/R/content/application~1json/schema', /^#\/\$defs\/schema_/],
  ])('leads from %s to %s', (ref, expected) => {
    const { schema, refers } = conversion({ $ref: ref }, '3.0.3', { more });
    expect(schema).toEqual({ $ref: expect.stringMatching(expected) });
    expect(refers.size).toBe(1);
  });

  it.each([
    ['pets.json#/Pet', 'reference-remote'],
    ['https://example.com/pet.json', 'reference-remote'],
    ['#/components/schemas/Dog', 'reference-unresolved'],
    ['#/__proto__/toString', 'reference-unresolved'],
    [7, 'reference-unresolved'],
  ])('to %j are told with their place', (ref, code) => {
    expect(conversion({ items: { $ref: ref } }).faults).toMatchObject([
      { code, pointer: '/components/schemas/It/items/$ref' },
    ]);
  });

  it('give two places two names, whatever they are called', () => {
    const names = ['/components/schemas/a b', '/components/schemas/a_b', '/x/a b'].map(
      definitionName,
    );
    expect(new Set(names).size).toBe(3);
  });
});

describe('what travels one way only', () => {
  const schema = {
    required: ['id', 'name', 'secret'],
    properties: {
      id: { readOnly: true },
      name: {},
      secret: { writeOnly: true },
    },
  };

  it('is neither asked for nor required the other way', () => {
    expect(converted(schema)).toEqual({
      required: ['name', 'secret'],
      properties: { name: {}, secret: { writeOnly: true } },
    });
    expect(converted(schema, '3.0.3', { direction: 'output' })).toEqual({
      required: ['id', 'name'],
      properties: { id: { readOnly: true }, name: {} },
    });
  });

  it('is found behind references and in the parts of an allOf', () => {
    const more = {
      components: { schemas: { Base: schema, Id: { readOnly: true, type: 'string' } } },
    };
    const whole = {
      properties: { key: { $ref: '#/components/schemas/Id' } },
      allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['id', 'key'] }],
      required: ['id', 'name'],
    };
    expect(converted(whole, '3.0.3', { more })).toEqual({
      properties: {},
      allOf: [{ $ref: '#/$defs/Base' }, {}],
      required: ['name'],
    });
  });
});

describe('a discriminator', () => {
  it('leads to the definitions of its branches', () => {
    const more = { components: { schemas: { Cat: {}, Dog: {}, Stray: {} } } };
    const schema = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/Cat', dog: 'Dog', stray: 'Stray' },
      },
    };
    expect(converted(schema, '3.0.3', { more })).toMatchObject({
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' },
      },
    });
  });
});
