import fc from 'fast-check';
import { contractDigest } from '../../contract/digest.js';
import { readManifest } from '../../contract/read-manifest.js';
import { readJsonWithFaults } from '../../json/read.js';
import { isObject, objectOf, type Json } from '../../json/value.js';
import { readOpenApi } from './document.js';
import { planOpenApi } from './plan-openapi.js';
import { OK, sampleDocument, samplePlan } from './sample-document.js';

const broken = (operation: object, more: Record<string, Json> = {}) => {
  const plan = samplePlan({ 'GET /a/{id}': operation as Json, 'GET /good': OK }, { more });
  expect(plan.tools.map(({ source }) => source)).toEqual(['/paths/~1good/get']);
  return plan.quarantined.map(({ source, code, pointer }) => `${source} ${code} ${pointer}`);
};

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const HERE = '/paths/~1a~1{id}/get';

describe('an operation that is broken', () => {
  it.each<[string, object, string]>([
    ['lacks a parameter', OK as object, `path-parameter-missing ${HERE}`],
    [
      'has one that the path has not',
      { parameters: [id, { ...id, name: 'x' }] },
      `path-parameter-unknown ${HERE}/parameters/1/name`,
    ],
    [
      'has a nameless one',
      { parameters: [id, { in: 'query' }] },
      `parameter-malformed ${HERE}/parameters/1`,
    ],
    [
      'has one that travels nowhere',
      { parameters: [id, { name: 'a', in: 'fragment' }] },
      `parameter-malformed ${HERE}/parameters/1/in`,
    ],
    [
      'refers to another document',
      { parameters: [id, { $ref: 'common.json#/Limit' }] },
      `reference-remote ${HERE}/parameters/1/$ref`,
    ],
    [
      'refers to nothing, deep inside',
      { parameters: [id], responses: { 200: { $ref: '#/components/responses/Pet' } } },
      'reference-unresolved /components/schemas/Pet/properties/owner/$ref',
    ],
    [
      'has a schema that is none',
      { parameters: [{ ...id, schema: 7 }] },
      `schema-malformed ${HERE}/parameters/0/schema`,
    ],
  ])('and %s is told with its place; the others import', (_what, operation, expected) => {
    const owner = { $ref: '#/components/schemas/Nobody' };
    const pet = { properties: { owner } };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
    const components = { schemas: { Pet: pet }, responses: { Pet: { content } } };
    expect(broken(operation, { components })).toEqual([`${HERE} ${expected}`]);
  });

  it('is not even an object, or stands under a path that is not', () => {
    const paths = {
      '/a': { get: 7, post: OK, GET: OK, 'x-z': 1, summary: 'A.' },
      '/b': [],
      '/c': { $ref: '#/paths/~1c' },
      d: { get: OK },
      'x-y': 1,
    };
    const plan = planOpenApi(sampleDocument({ paths }), {}, 'file');
    expect(plan.tools).toHaveLength(1);
    expect(plan.quarantined.map(({ source, code }) => `${source} ${code}`)).toEqual([
      '/paths/~1a/get operation-malformed',
      '/paths/~1a/GET operation-unknown',
      '/paths/~1b operation-malformed',
      '/paths/~1c reference-circle',
      '/paths/d path-malformed',
    ]);
  });

  it('rests on what cannot be read: the other operations do not', () => {
    const text = `{"openapi":"3.1.0","info":{"title":"Big"},"paths":{
      "/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Big"}}}}}}},
      "/b":{"get":{"x-limit":1e400}},
      "/c":{"get":{}},
      "/d":{"get":{"summary":"One."}},"/d":{"get":{"summary":"Another."}}},
      "components":{"schemas":{"Big":{"maximum":9223372036854775807}}}}`;
    const reading = readJsonWithFaults(text);
    if (!reading.ok) throw new Error(reading.message);
    const document = readOpenApi(reading.value, reading.faults);
    if (!document.ok) throw new Error(document.message);
    const plan = planOpenApi(document.document, {}, 'file');
    expect(plan.tools.map(({ name }) => name)).toEqual(['GET /c']);
    expect(plan.quarantined.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'unsafe-number /components/schemas/Big/maximum',
      'unsafe-number /paths/~1b/get/x-limit',
      'duplicate-key /paths/~1d',
    ]);
  });
});

describe('a document', () => {
  it.each<[Json, boolean]>([
    [{ swagger: '2.0' }, true],
    [{ swagger: 2 }, true],
    [{ openapi: '3.0.4' }, true],
    [{ openapi: '3.1.1' }, true],
    [{ openapi: '3.2.0' }, true],
    [{ openapi: '3.3.0' }, false],
    [{ openapi: '4.0.0' }, false],
    [{ swagger: '1.2' }, false],
    [{ asyncapi: '3.0.0' }, false],
    [[], false],
  ])('%j is read: %s', (root, isRead) => {
    expect(readOpenApi(root).ok).toBe(isRead);
  });

  it('without a title, a semantic version or paths still has a plan', () => {
    const plan = planOpenApi(sampleDocument({ info: { version: 'v2' } }), {}, 'my_file');
    expect(plan).toMatchObject({ namespace: 'my_file', version: '0.1.0', tools: [] });
  });

  it('lists operations beyond the usual methods, and no webhooks', () => {
    const called = { ...(OK as object), callbacks: { done: {} } };
    const paths = { '/a': { query: called, additionalOperations: { COPY: OK, 'no method': OK } } };
    const plan = planOpenApi(
      sampleDocument({ paths, webhooks: { w: { post: OK } } }, '3.2.0'),
      { owner: 'zoo' },
      'file',
    );
    expect(plan.tools.map(({ name }) => name)).toEqual(['QUERY /a', 'COPY /a']);
    expect(plan.tools.map(({ leftOut }) => leftOut)).toEqual([['callbacks'], []]);
    for (const { manifest } of plan.tools) expect(readManifest(manifest).ok).toBe(true);
    expect(plan.quarantined).toMatchObject([
      {
        code: 'operation-unknown',
        pointer: '/paths/~1a/additionalOperations/no method',
      },
    ]);
  });

  it('gives the same contracts in whatever order its members stand', () => {
    const operation = (n: number): Json => ({
      operationId: `op${n}`,
      parameters: [
        { name: 'b', in: 'query', required: true, schema: { $ref: '#/components/schemas/B' } },
        { name: 'a', in: 'query', required: true, schema: { type: 'string' } },
      ],
      responses: {
        404: { description: 'No.' },
        200: { content: { 'text/plain': {}, 'application/json': {} } },
      },
    });
    const document = {
      openapi: '3.0.0',
      info: { title: 'Pets', version: '1.0.0' },
      paths: { '/a': { get: operation(1), post: operation(2) }, '/b': { get: operation(3) } },
      components: { schemas: { B: { type: 'object', properties: { x: {}, y: {} } } } },
    };
    const expected = digestsOf(document);
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (order) => {
        expect(digestsOf(shuffled(document, order))).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

const digestsOf = (root: Json): Record<string, string> => {
  const reading = readOpenApi(root);
  if (!reading.ok) throw new Error(reading.message);
  const digests = planOpenApi(reading.document, { owner: 'zoo' }, 'file').tools.map((tool) => {
    const manifest = readManifest(tool.manifest);
    if (!manifest.ok) throw new Error(JSON.stringify(manifest.errors));
    // The build is another one where lists of the document stand in another order.
    const contract = { ...manifest.manifest.contract, implementation: 'any' };
    return [tool.tool_id, contractDigest(contract)] as const;
  });
  return Object.fromEntries(digests);
};

/** The members of every object, and the parameters, in another order. */
const shuffled = (value: Json, order: Iterator<number>): Json => {
  const turn = <T>(list: readonly T[]): T[] => {
    const at = list.length === 0 ? 0 : Number(order.next().value) % list.length;
    return [...list.slice(at), ...list.slice(0, at)];
  };
  if (Array.isArray(value)) return turn(value.map((item: Json) => shuffled(item, order)));
  if (!isObject(value)) return value;
  return objectOf(
    turn(Object.entries(value)).map(([key, inner]) => [key, shuffled(inner, order)] as const),
  );
};
