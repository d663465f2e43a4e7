import { pointer } from '../../json/pointer.js';
import { member, objectOf, type Json, type JsonObject } from '../../json/value.js';
import type { SetAside } from '../tools-list/set-aside.js';
import { argumentNames } from './argument-names.js';
import type { Definitions } from './definitions.js';
import type { OpenApiDocument } from './document.js';
import type { Located } from './look-up.js';
import { parametersOf, partOf, type Operation } from './operations.js';
import {
  isIgnored,
  parameterFault,
  readOldParameter,
  readParameter,
  type Part,
} from './parameters.js';
import { readBody, readOldBody, statedTypes } from './request-body.js';

/** Everything that a request carries, and how the arguments of a tool become it. */
export interface Request {
  readonly parts: readonly Part[];
  /** The argument of each part. */
  readonly names: readonly string[];
  readonly parameters: readonly JsonObject[];
  readonly body: JsonObject | undefined;
  readonly faults: readonly SetAside[];
  readonly leftOut: readonly string[];
}

export const readRequest = (
  document: OpenApiDocument,
  operation: Operation,
  definitions: Definitions,
): Request => {
  const listed = parametersOf(document, operation);
  const isOld = document.edition === '2.0';
  const mine = listed.parameters.filter((at) => !isIgnored(at));
  const parameters = isOld ? mine.filter((at) => !inBody(at)) : mine;
  const read = isOld ? readOldParameter : readParameter;
  const body = isOld
    ? { part: oldBody(document, operation, mine, definitions), faults: [] }
    : newBody(document, operation, definitions);
  const parts = parameters.map((at) => read(at, definitions));
  const all = body.part === undefined ? parts : [...parts, body.part];
  const names = argumentNames(all);
  const { part } = body;
  return {
    parts: all,
    names,
    parameters: parts.map((one, n) => mappingOf(one, names[n] ?? '')).sort(byPlace),
    body: part === undefined ? undefined : bodyTarget(part, names.at(-1) ?? 'body'),
    faults: [
      ...listed.faults,
      ...body.faults,
      ...parameters.map(parameterFault).filter((fault) => fault !== null),
      ...templateFaults(operation, parts),
    ],
    leftOut: mine.some(({ value }) => member(value, 'allowReserved') === true)
      ? ['allowReserved']
      : [],
  };
};

function inBody({ value }: Located<JsonObject>): boolean {
  return value['in'] === 'body' || value['in'] === 'formData';
}

function oldBody(
  document: OpenApiDocument,
  { value, pointer: at }: Operation,
  parameters: readonly Located<JsonObject>[],
  definitions: Definitions,
): Part | undefined {
  const consumes = statedTypes(value, document.root, 'consumes');
  return readOldBody(parameters, at, consumes, definitions);
}

function newBody(
  document: OpenApiDocument,
  { value, pointer: at }: Operation,
  definitions: Definitions,
): { part: Part | undefined; faults: SetAside[] } {
  const found = partOf(document, { value, pointer: at }, 'requestBody');
  if (found === undefined) return { part: undefined, faults: [] };
  if ('fault' in found) return { part: undefined, faults: [found.fault] };
  return { part: readBody(found, definitions), faults: [] };
}

function mappingOf({ in: place, name, wire }: Part, argument: string): JsonObject {
  return objectOf([['argument', argument], ['in', place], ['name', name], ...wire]);
}

function bodyTarget({ required, wire }: Part, argument: string): JsonObject {
  const entries: (readonly [string, Json])[] = [
    ['argument', argument],
    ['required', required],
  ];
  return objectOf([...entries, ...wire]);
}

function byPlace(one: JsonObject, other: JsonObject): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

/** A path that cannot be filled in cannot be called. */
function templateFaults({ path, pointer: at }: Operation, parts: readonly Part[]): SetAside[] {
  const inTemplate = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name));
  const stated = new Set(parts.filter((part) => part.in === 'path').map(({ name }) => name));
  const missing = [...inTemplate].filter((name) => !stated.has(name));
  const unknown = parts.filter((part) => part.in === 'path' && !inTemplate.has(part.name));
  return [
    ...missing.map((name) => ({
      code: 'path-parameter-missing',
      pointer: at,
      message: `The path has {${name}}, and no parameter fills it in.`,
    })),
    ...unknown.map(({ name, pointer: where }) => ({
      code: 'path-parameter-unknown',
      pointer: pointer(where, 'name'),
      message: `The path has no {${name}} that this parameter could fill in.`,
    })),
  ];
}
