import { resolvePointer } from '../../json/pointer.js';
import type { Json } from '../../json/value.js';
import { OK, samplePlan, type SampleOptions } from './sample-document.js';

const manifestOf = (place: string, operation: Json, options: SampleOptions = {}): Json => {
  const plan = samplePlan({ [place]: operation }, options);
  const [tool] = plan.tools;
  if (tool === undefined) throw new Error(JSON.stringify(plan.quarantined));
  return tool.manifest;
};
const at = (manifest: Json, path: string): Json | undefined => resolvePointer(manifest, path);
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });

const schemas = {
  Pet: {
    type: 'object',
    properties: { name: { type: 'string' }, owner: { $ref: '#/components/schemas/Person' } },
  },
  Person: {
    type: 'object',
    properties: { pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
  },
  Unused: { type: 'string' },
};
const more = { components: { schemas } };
const ref = { $ref: '#/components/schemas/Pet' };

describe('the body of a request', () => {
  it('is one argument, with the definitions that it reaches and no others', () => {
    const manifest = manifestOf(
      'POST /pets',
      { requestBody: { ...(json(ref) as object), required: true } },
      { more },
    );
    expect(at(manifest, '/input_schema')).toMatchObject({
      properties: { body: { $ref: '#/$defs/Pet' } },
      required: ['body'],
      $defs: {
        Pet: { properties: { owner: { $ref: '#/$defs/Person' } } },
        Person: { properties: { pets: { items: { $ref: '#/$defs/Pet' } } } },
      },
    });
    expect(Object.keys(at(manifest, '/input_schema/$defs') ?? {})).toEqual(['Person', 'Pet']);
    expect(at(manifest, '/target/body')).toEqual({
      argument: 'body',
      required: true,
      content_type: 'application/json',
    });
  });

  it('makes room for a parameter of the same name', () => {
    const parameters = [{ name: 'body', in: 'query', schema: {} }];
    const manifest = manifestOf('POST /pets', { parameters, requestBody: json({}) });
    expect(Object.keys(at(manifest, '/input_schema/properties') ?? {})).toEqual([
      'body_body',
      'query_body',
    ]);
    expect(at(manifest, '/target/body/argument')).toBe('body_body');
  });

  it('is JSON where there is a choice, whatever comes first', () => {
    const content = { 'text/plain': {}, 'application/vnd.zoo+json': {}, 'application/json': {} };
    const manifest = manifestOf('POST /pets', { requestBody: { content } });
    expect(at(manifest, '/target/body/content_type')).toBe('application/json');
  });

  it('keeps how the members of a form are written', () => {
    const encoding = { tags: { style: 'form', explode: false, headers: {} } };
    const content = { 'multipart/form-data': { schema: { type: 'object' }, encoding } };
    const manifest = manifestOf('POST /pets', { requestBody: { content } });
    expect(at(manifest, '/target/body')).toMatchObject({
      content_type: 'multipart/form-data',
      encoding: { tags: { style: 'form', explode: false } },
    });
  });

  it('is text or bytes where nothing says what they hold', () => {
    const manifest = manifestOf('POST /pets', { requestBody: { content: { 'image/png': {} } } });
    expect(at(manifest, '/input_schema/properties/body')).toEqual({
      type: 'string',
      contentMediaType: 'image/png',
    });
  });

  it('of 2.0 is its parameter, or its form fields together', () => {
    const options = { edition: '2.0', more: { definitions: schemas } };
    const parameters = [{ in: 'body', name: 'pet', schema: { $ref: '#/definitions/Person' } }];
    const simple = { ...options, more: { definitions: { Person: { type: 'object' } } } };
    const manifest = manifestOf('POST /pets', { parameters }, simple);
    expect(at(manifest, '/input_schema/properties/body')).toEqual({ $ref: '#/$defs/Person' });
    const fields = [
      { in: 'formData', name: 'photo-file', type: 'file', required: true },
      { in: 'formData', name: 'note', type: 'string', description: 'Why.' },
    ];
    const form = manifestOf('POST /pets', { parameters: fields }, { edition: '2.0' });
    expect(at(form, '/input_schema/properties/body')).toEqual({
      type: 'object',
      properties: {
        'photo-file': { type: 'string', contentMediaType: 'application/octet-stream' },
        note: { type: 'string', description: 'Why.' },
      },
      required: ['photo-file'],
      additionalProperties: false,
    });
    expect(at(form, '/target/body')).toMatchObject({
      required: true,
      content_type: 'multipart/form-data',
    });
  });

  it('of a parameter that is a document of its own says how it is written', () => {
    const parameters = [{ name: 'q', in: 'query', ...(json({ type: 'object' }) as object) }];
    const manifest = manifestOf('GET /pets', { parameters });
    expect(at(manifest, '/target/parameters/0')).toMatchObject({
      content_type: 'application/json',
    });
    expect(at(manifest, '/input_schema/properties/q')).toEqual({ type: 'object' });
  });
});

describe('what an operation answers', () => {
  const outputOf = (responses: Json, options: SampleOptions = {}) =>
    at(manifestOf('GET /pets', { responses }, options), '/output_schema');
  const string = json({ type: 'string' });
  const number = json({ type: 'number' });

  it.each<[string, Json, Json | undefined]>([
    ['200', { 200: string, default: number }, { type: 'string' }],
    ['201', { 201: string, 404: number }, { type: 'string' }],
    ['2XX', { '2XX': string, default: number }, { type: 'string' }],
    ['default where no success is named', { default: string }, { type: 'string' }],
    ['204', { 204: {} }, { type: 'null' }],
    ['two of a kind', { 200: string, 201: string }, { type: 'string' }],
    ['several', { 200: string, 202: number }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['nothing said', { 200: {} }, undefined],
    ['errors alone', { 400: string }, undefined],
    ['any JSON', { 200: { content: { 'application/json': {} } } }, true],
    [
      'a page that is no JSON',
      { 200: { content: { 'text/csv': {} } } },
      { type: 'string', contentMediaType: 'text/csv' },
    ],
  ])('is taken from %s', (_what, responses, expected) => {
    expect(outputOf(responses)).toEqual(expected);
  });

  it('has its type at the root, and its definitions below', () => {
    expect(outputOf({ 200: json(ref) }, { more })).toMatchObject({
      type: 'object',
      properties: { owner: { $ref: '#/$defs/Person' } },
      $defs: { Person: { type: 'object' }, Pet: { type: 'object' } },
    });
  });

  it('of a sequence is a list of its elements', () => {
    const content = { 'application/jsonl': { itemSchema: { type: 'number' } } };
    const output = outputOf({ 200: { content } }, { edition: '3.2.0' });
    expect(output).toEqual({ type: 'array', items: { type: 'number' } });
  });

  it('says of each error whether asking again may help', () => {
    const responses = {
      200: string,
      404: { description: 'No such pet.' },
      '5xx': {},
      503: {},
      default: {},
    };
    expect(at(manifestOf('GET /pets', { responses }), '/errors')).toEqual([
      { code: '404', retryable: false, description: 'No such pet.' },
      { code: '503', retryable: true },
      { code: '5XX', retryable: false },
      { code: 'default', retryable: false },
    ]);
  });
});

describe('where an operation is called', () => {
  const serverOf = (options: SampleOptions, operation: object = {}) =>
    at(manifestOf('GET /pets', { ...(OK as object), ...operation }, options), '/target/server');
  const server = (url: string): Json => [{ url }];

  it('is the nearest server, with the defaults of its variables', () => {
    const variables = { region: { default: 'eu' }, port: {} };
    const servers = [{ url: 'https://{region}.zoo.example:{port}/v1', variables }];
    expect(serverOf({ more: { servers } })).toBe('https://eu.zoo.example:{port}/v1');
    const own = { servers: server('https://own.example') };
    expect(serverOf({ more: { servers } }, own)).toBe('https://own.example');
    expect(serverOf({})).toBeUndefined();
  });

  it('of 2.0 is put together', () => {
    const parts = { host: 'zoo.example', basePath: '/v2', schemes: ['http', 'https'] };
    expect(serverOf({ edition: '2.0', more: parts })).toBe('https://zoo.example/v2');
    expect(serverOf({ edition: '2.0', more: { basePath: '/v2' } })).toBe('/v2');
  });
});
