import { resolvePointer } from '../../json/pointer.js';
import type { Json } from '../../json/value.js';
import { planOpenApi } from './plan-openapi.js';
import { OK, sampleDocument, samplePlan, type SampleOptions } from './sample-document.js';

const manifestOf = (place: string, operation: Json, options: SampleOptions = {}): Json => {
  const plan = samplePlan({ [place]: operation }, options);
  const [tool] = plan.tools;
  if (tool === undefined) throw new Error(JSON.stringify(plan.quarantined));
  return tool.manifest;
};

const at = (manifest: Json, path: string): Json | undefined => resolvePointer(manifest, path);

describe('the manifest of an operation', () => {
  it('carries what the document says', () => {
    const manifest = manifestOf('GET /pets', {
      operationId: 'listPets',
      summary: 'List pets',
      description: 'All pets of the zoo.',
      tags: ['pets', 'pets', ' '],
      deprecated: true,
      ...(OK as object),
    });
    expect(manifest).toMatchObject({
      title: 'List pets',
      description: 'All pets of the zoo.',
      tags: ['pets'],
      annotations: { deprecated: true },
      owner: 'zoo',
      implementation: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      target: {
        kind: 'openapi',
        document: 'Pets',
        operation_id: 'listPets',
        method: 'GET',
        path: '/pets',
        parameters: [],
      },
    });
  });

  it.each([
    ['GET', false, true, 'L1', false],
    ['HEAD', false, true, 'L1', false],
    ['POST', true, false, 'L2', false],
    ['PUT', true, true, 'L2', false],
    ['PATCH', true, false, 'L2', false],
    ['DELETE', true, true, 'L4', true],
  ])('guesses from the method %s', (method, sideEffect, idempotent, risk, approval) => {
    expect(manifestOf(`${method} /pets`, OK)).toMatchObject({
      side_effect: sideEffect,
      idempotent,
      policy: {
        risk_level: risk,
        requires_approval: approval,
        allowed_roles: [],
        allowed_tenants: [],
        task_types: [],
      },
    });
  });

  it('lists every guess', () => {
    const responses = { 404: { description: 'No such pet.' } };
    const manifest = manifestOf('GET /pets', { responses });
    expect(at(manifest, '/proposed')).toEqual([
      '/side_effect',
      '/description',
      '/idempotent',
      '/timeout_ms',
      '/errors',
      '/target/document',
      '/policy/risk_level',
      '/policy/requires_approval',
      '/policy/allowed_roles',
      '/policy/allowed_tenants',
      '/policy/task_types',
    ]);
    expect(at(manifest, '/description')).toBe('GET /pets');
  });

  it('takes from the profile what people state', () => {
    const profile = {
      target: 'zoo-api',
      policy: { allowed_roles: ['keeper'] },
      tools: [{ match: '*', side_effect: false, timeout_ms: 5 }],
    };
    expect(manifestOf('POST /search', OK, { profile })).toMatchObject({
      side_effect: false,
      timeout_ms: 5,
      policy: { risk_level: 'L1', allowed_roles: ['keeper'] },
      target: { document: 'zoo-api' },
      proposed: expect.not.arrayContaining(['/side_effect', '/timeout_ms', '/target/document']),
    });
  });
});

describe('the parameters of an operation', () => {
  const parameters = [
    { name: 'repo-id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: '$filter', in: 'query', schema: { type: 'string' }, description: 'Which.' },
    { name: 'user.name', in: 'header', required: true, schema: { type: 'string' } },
    { name: 'session', in: 'cookie', schema: { type: 'string', description: 'Mine.' } },
    { name: 'Authorization', in: 'header', schema: { type: 'string' } },
  ];

  it('become arguments, and the target keeps their names on the wire', () => {
    const manifest = manifestOf('GET /repos/{repo-id}', { parameters });
    expect(at(manifest, '/input_schema')).toEqual({
      type: 'object',
      properties: {
        filter: { type: 'string', description: 'Which.' },
        repo_id: { type: 'integer' },
        session: { type: 'string', description: 'Mine.' },
        user_name: { type: 'string' },
      },
      required: ['repo_id', 'user_name'],
      additionalProperties: false,
    });
    expect(at(manifest, '/target/parameters')).toEqual([
      { argument: 'filter', in: 'query', name: '$filter' },
      { argument: 'repo_id', in: 'path', name: 'repo-id' },
      { argument: 'session', in: 'cookie', name: 'session' },
      { argument: 'user_name', in: 'header', name: 'user.name' },
    ]);
  });

  it('take over from those of the path', () => {
    const common = (schema: Json) => ({ name: 'a', in: 'query', schema });
    const document = sampleDocument({
      paths: {
        '/x': {
          parameters: [common({ type: 'string' }), { name: 'b', in: 'query', schema: {} }],
          get: { parameters: [common({ type: 'integer' })] },
        },
      },
    });
    const [tool] = planOpenApi(document, {}, 'file').tools;
    expect(resolvePointer(tool?.manifest ?? null, '/input_schema/properties')).toEqual({
      a: { type: 'integer' },
      b: {},
    });
  });

  it.each<[Json, Json]>([
    [{ in: 'query', style: 'form', explode: true }, {}],
    [{ in: 'query', explode: false }, { explode: false }],
    [
      { in: 'query', style: 'deepObject', explode: true },
      { style: 'deepObject', explode: true },
    ],
    [{ in: 'query', style: 'pipeDelimited' }, { style: 'pipeDelimited' }],
    [{ in: 'header', explode: true }, { explode: true }],
  ])('are written as %j says', (written, expected) => {
    const parameter = { name: 'a', schema: { type: 'array', items: {} }, ...(written as object) };
    const place = (written as { in: string }).in;
    const manifest = manifestOf('GET /x', { parameters: [parameter] });
    expect(at(manifest, '/target/parameters/0')).toEqual({
      argument: 'a',
      in: place,
      name: 'a',
      ...(expected as object),
    });
  });

  it.each([
    ['csv', 'query', { explode: false }],
    [undefined, 'path', {}],
    ['multi', 'query', {}],
    ['ssv', 'query', { style: 'spaceDelimited' }],
    ['tsv', 'query', { style: 'tabDelimited' }],
  ])('of 2.0 in the format %s in %s', (collectionFormat, place, expected) => {
    const format = collectionFormat === undefined ? {} : { collectionFormat };
    const parameter = { name: 'a', in: place, type: 'array', items: { type: 'string' }, ...format };
    const path = place === 'path' ? '/x/{a}' : '/x';
    const manifest = manifestOf(`GET ${path}`, { parameters: [parameter] }, { edition: '2.0' });
    expect(at(manifest, '/target/parameters/0')).toEqual({
      argument: 'a',
      in: place,
      name: 'a',
      ...expected,
    });
  });
});
