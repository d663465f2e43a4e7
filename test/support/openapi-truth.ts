import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '#core/json/value.js';
import { validate } from '#core/schema/validator.js';

/** What an answer says that the OpenAPI document does not allow. */
export type Untruth = string;

interface Operation {
  readonly name: string;
  readonly path: RegExp;
  readonly method: string;
  readonly responses: JsonObject;
}

/**
 * Holds every answer of a server against its OpenAPI document: its status has to be documented, and
 * its body to fit the schema. What did not is in the list that is returned.
 */
export const watchAnswers = (server: Server, document: JsonObject): readonly Untruth[] => {
  const untruths: Untruth[] = [];
  const operations = operationsOf(document);
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    let contentType = '';
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    response.writeHead = ((...args: unknown[]) => {
      // Headers that go straight to the head are not to be had from the response afterwards.
      const headers = (args.at(-1) ?? {}) as Readonly<Record<string, unknown>>;
      contentType = String(headers['content-type'] ?? '');
      return writeHead(...args);
    }) as typeof response.writeHead;
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
    response.end = ((...args: unknown[]) => {
      const answer = { status: response.statusCode, contentType, body: textOf(args[0]) };
      const untruth = judge(operations, document, request, answer);
      if (untruth !== null) untruths.push(untruth);
      return end(...args);
    }) as typeof response.end;
  });
  return untruths;
};

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const textOf = (chunk: unknown): string => {
  if (typeof chunk === 'string') return chunk;
  return chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : '';
};

const operationsOf = (document: JsonObject): Operation[] =>
  Object.entries(objectIn(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      method: method.toUpperCase(),
      responses: objectIn(isObject(operation) ? operation : {}, 'responses'),
    })),
  );

const judge = (
  operations: readonly Operation[],
  document: JsonObject,
  request: IncomingMessage,
  answer: Answer,
): Untruth | null => {
  const operation = operationOf(operations, request);
  if (operation === undefined || answer.status === 304) return null;
  const { status, contentType, body } = answer;
  const documented = member(operation.responses, String(status));
  if (!isObject(documented)) return `${operation.name} → ${status} is not documented`;
  if (body === '' || request.method === 'HEAD') return null;
  const schema = schemaFor(documented, contentType);
  if (schema === undefined) return `${operation.name} → ${status} ${contentType} has no schema`;
  return schema === null ? null : fault(operation, document, status, schema, body);
};

/** A path without parameters stands before one with. */
const operationOf = (
  operations: readonly Operation[],
  request: IncomingMessage,
): Operation | undefined => {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  return operations
    .filter((one) => one.method === method && one.path.test(path))
    .sort((one, other) => parameters(one) - parameters(other))[0];
};

const parameters = ({ name }: Operation): number => name.split('{').length;

/** Undefined where the document knows no such answer; null where it is not JSON. */
const schemaFor = (documented: JsonObject, contentType: string): JsonObject | undefined | null => {
  const mediaType = contentType.split(';', 1)[0] ?? '';
  if (!mediaType.endsWith('json')) return null;
  const media = member(objectIn(documented, 'content'), mediaType);
  const schema = isObject(media) ? member(media, 'schema') : undefined;
  return isObject(schema) ? schema : undefined;
};

const fault = (
  operation: Operation,
  document: JsonObject,
  status: number,
  schema: JsonObject,
  body: string,
): Untruth | null => {
  const validation = validate(wholeOf(schema, document), JSON.parse(body) as Json);
  if (validation === null) return `${operation.name} → ${status}: the schema does not compile`;
  const [error] = validation.errors;
  return error === undefined
    ? null
    : `${operation.name} → ${status}: ${error.pointer} ${error.message} ${JSON.stringify(error.params)}`;
};

/** A schema with the components that it leads to: by the object, its compiled form is kept. */
const wholeOf = (schema: JsonObject, document: JsonObject): JsonObject => {
  const known = wholes.get(schema);
  if (known !== undefined) return known;
  const components = objectIn(objectIn(document, 'components'), 'schemas');
  const reached = new Map<string, Json>();
  const follow = (from: Json): void => {
    for (const [, name = ''] of JSON.stringify(from).matchAll(REFERENCE)) {
      const component = member(components, name);
      if (component === undefined || reached.has(name)) continue;
      reached.set(name, component);
      follow(component);
    }
  };
  follow(schema);
  const whole = { allOf: [schema], components: { schemas: objectOf(reached) } };
  wholes.set(schema, whole);
  return whole;
};

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;
const wholes = new WeakMap<JsonObject, JsonObject>();

const objectIn = (object: JsonObject, name: string): JsonObject => {
  const value = member(object, name);
  return isObject(value) && !isArray(value) ? value : {};
};
