import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isArray, isObject, member, type Json, type JsonObject } from '#core/json/value.js';
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
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
    response.end = ((...args: unknown[]) => {
      const [chunk] = args;
      const body =
        typeof chunk === 'string'
          ? chunk
          : chunk instanceof Uint8Array
            ? Buffer.from(chunk).toString()
            : '';
      const untruth = judge(operations, document, request, response, body);
      if (untruth !== null) untruths.push(untruth);
      return end(...args);
    }) as typeof response.end;
  });
  return untruths;
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
  response: ServerResponse,
  body: string,
): Untruth | null => {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const matching = operations.filter((one) => one.method === method && one.path.test(path));
  // A literal path such as `latest` stands before one with a parameter.
  const operation = matching.sort((one, other) => parameters(one) - parameters(other))[0];
  if (operation === undefined || response.statusCode === 304) return null;
  const documented = member(operation.responses, String(response.statusCode));
  if (!isObject(documented)) return `${operation.name} → ${response.statusCode} is not documented`;
  if (body === '' || request.method === 'HEAD') return null;
  const schema = schemaFor(documented, String(response.getHeader('content-type')));
  if (schema === undefined) return `${operation.name} → ${response.statusCode} has no schema`;
  if (schema === null) return null;
  return fault(operation, document, response.statusCode, schema, body);
};

const parameters = ({ name }: Operation): number => name.split('{').length;

/** Undefined where the document knows no such answer; null where it is not JSON. */
const schemaFor = (documented: JsonObject, contentType: string): Json | undefined | null => {
  const mediaType = contentType.split(';', 1)[0] ?? '';
  if (!mediaType.endsWith('json')) return null;
  const media = member(objectIn(documented, 'content'), mediaType);
  return isObject(media) ? member(media, 'schema') : undefined;
};

const fault = (
  operation: Operation,
  document: JsonObject,
  status: number,
  schema: Json,
  body: string,
): Untruth | null => {
  const whole = { allOf: [schema], components: objectIn(document, 'components') };
  const validation = validate(whole, JSON.parse(body) as Json);
  if (validation === null) return `${operation.name} → ${status}: the schema does not compile`;
  const [error] = validation.errors;
  return error === undefined
    ? null
    : `${operation.name} → ${status}: ${error.pointer} ${error.message} ${JSON.stringify(error.params)}`;
};

const objectIn = (object: JsonObject, name: string): JsonObject => {
  const value = member(object, name);
  return isObject(value) && !isArray(value) ? value : {};
};
