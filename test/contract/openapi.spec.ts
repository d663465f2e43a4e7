import { Validator } from '@seriousme/openapi-schema-validator';
import { PROBLEMS } from '#core/problems/catalogue.js';
import { isObject, member, type Json, type JsonObject } from '#core/json/value.js';
import { validate } from '#core/schema/validator.js';
import { ApiDocument } from '../../apps/api/src/features/docs/api-document.js';
import { startApp, type TestApp } from '../support/app.js';
import { adminOf } from '../support/caller.js';

interface Media {
  readonly schema?: Json;
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, { readonly value: Json }>>;
}

interface Response {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
  readonly links?: Readonly<Record<string, Link>>;
}

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: { readonly pattern?: string };
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly object[];
  readonly requestBody?: Response;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: JsonObject;
}

let app: TestApp;
let document: Document;
let operations: [name: string, operation: Operation][];
beforeAll(async () => {
  app = await startApp();
  document = JSON.parse(app.app.get(ApiDocument).json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});
afterAll(() => app.stop());

/** Every example of a request or answer with what is wrong with it; those that fit are left out. */
const misfits = (place: string, { content = {} }: Response): string[] =>
  Object.entries(content).flatMap(([type, { schema, example, examples = {} }]) => {
    if (schema === undefined) return type.includes('json') ? [`${place}: no schema`] : [];
    const whole = { allOf: [schema], components: document.components };
    const own = isObject(schema) ? member(schema, 'example') : undefined;
    const shown = [
      ...[example, own].filter((value) => value !== undefined),
      ...Object.values(examples).map(({ value }) => value),
    ];
    if (shown.length === 0 && type.includes('json')) return [`${place}: no example`];
    return shown.flatMap((value) => {
      const validation = validate(whole, value);
      if (validation === null) return [`${place}: the schema does not compile`];
      return validation.errors.map(({ pointer, message }) => `${place}: ${pointer} ${message}`);
    });
  });

/** Every object in a document, itself included. */
const schemasIn = (value: Json): JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(schemasIn)] : [];
};

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors ?? []).toEqual([]);
  });

  it('names each operation, its group, and at least one answer that is no refusal', () => {
    for (const [name, { summary, tags, responses }] of operations) {
      expect([name, summary, tags?.length]).toEqual([name, expect.any(String), 1]);
      expect([name, Object.keys(responses).some((status) => status.startsWith('2'))]).toEqual([
        name,
        true,
      ]);
    }
  });

  it('shows an example of every body and answer, and each of them fits its schema', () => {
    const found = operations.flatMap(([name, { requestBody, responses }]) => [
      ...(requestBody === undefined ? [] : misfits(`${name} body`, requestBody)),
      ...Object.entries(responses).flatMap(([status, response]) =>
        status === '204' ? [] : misfits(`${name} ${status}`, response),
      ),
    ]);
    expect(found).toEqual([]);
  });

  it('asks for unique items only where a duplicate is found by hashing, and in no endless list', () => {
    const bodies = operations.map(([, { requestBody, parameters }]) => [requestBody, parameters]);
    // As the pipes read them: each schema from the document, wherever it stands in it.
    const slow = schemasIn(JSON.parse(JSON.stringify([bodies, document.components])))
      .filter((schema) => member(schema, 'uniqueItems') === true)
      .filter((schema) => {
        const items = member(schema, 'items');
        const type = isObject(items) ? member(items, 'type') : undefined;
        const isScalar = type === 'string' || type === 'integer' || type === 'number';
        return !isScalar || typeof member(schema, 'maxItems') !== 'number';
      });
    expect(slow).toEqual([]);
  });

  it('says of each whole number that is sent how large it may be', () => {
    const sent = operations.map(([, { requestBody, parameters }]) => [requestBody, parameters]);
    const endless = schemasIn(JSON.parse(JSON.stringify(sent)))
      .filter((schema) => member(schema, 'type') === 'integer')
      .filter((schema) => typeof member(schema, 'maximum') !== 'number');
    expect(endless).toEqual([]);
  });

  it('says of every operation but the open ones that it needs a caller', () => {
    const open = operations.filter(([, { security }]) => security === undefined);
    expect(open.map(([name]) => name).sort()).toEqual([
      'GET /livez',
      'GET /problems',
      'GET /problems/{code}',
      'GET /readyz',
    ]);
    for (const [name, { security, responses }] of operations) {
      if (security !== undefined) expect([name, '401' in responses]).toEqual([name, true]);
    }
  });

  it('speaks of an Idempotency-Key at exactly the operations that read one', async () => {
    const documented: string[] = [];
    const read: string[] = [];
    for (const [name, { parameters = [] }] of operations) {
      const [method = '', path = ''] = name.split(' ');
      if (parameters.some((one) => one.name === 'Idempotency-Key')) documented.push(name);
      if (method !== 'POST') continue;
      const { body } = await adminOf(app)
        .post(path.replaceAll(/\{\w+\}/g, 'x'))
        .set('idempotency-key', 'x'.repeat(256))
        .send({});
      if (body.code === 'header-invalid') read.push(name);
    }
    expect(documented).toEqual(read);
    expect(read.length).toBeGreaterThan(0);
  });

  it('says of each tool_id and namespace in a path which ones there can be', () => {
    const formless = operations.flatMap(([name, { parameters = [] }]) =>
      parameters
        .filter((one) => one.in === 'path' && ['tool_id', 'ns'].includes(one.name))
        .filter(({ schema }) => schema?.pattern === undefined)
        .map((one) => `${name} ${one.name}`),
    );
    expect(formless).toEqual([]);
  });

  it('leads from answers to operations that take what it names', () => {
    const byId = new Map(operations.map(([, each]) => [each.operationId, each]));
    const links = operations.flatMap(([, { responses }]) =>
      Object.values(responses).flatMap((response) => Object.values(response.links ?? {})),
    );
    expect(links.length).toBeGreaterThan(8);
    for (const { operationId, parameters } of links) {
      const taken = byId.get(operationId)?.parameters?.map(({ name }) => name);
      expect([operationId, taken]).toEqual([
        operationId,
        expect.arrayContaining(Object.keys(parameters)),
      ]);
    }
  });

  it('says only of the probe that the replica is stopping', () => {
    const stopping = operations.filter(([, { responses }]) =>
      Object.values(responses).some(
        ({ content = {} }) =>
          content['application/problem+json']?.examples?.['shutting-down'] !== undefined,
      ),
    );
    expect(stopping.map(([name]) => name)).toEqual(['GET /readyz']);
  });

  it('documents every code of the catalogue at some operation', () => {
    const documented = new Set(
      operations.flatMap(([, { responses }]) =>
        Object.values(responses).flatMap(({ content = {} }) =>
          Object.keys(content['application/problem+json']?.examples ?? {}),
        ),
      ),
    );
    // There is no operation, or it does not take the method; or it is told of one item of a bulk.
    const ofNoOperation = ['item-repeated', 'method-not-allowed', 'route-unknown'];
    expect(
      Object.keys(PROBLEMS)
        .filter((code) => !documented.has(code))
        .sort(),
    ).toEqual(ofNoOperation);
  });
});
