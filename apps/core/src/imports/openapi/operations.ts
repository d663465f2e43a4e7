import { pointer } from '../../json/pointer.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import type { SetAside } from '../tools-list/set-aside.js';
import { textOf, type OpenApiDocument } from './document.js';
import { follow, memberAt, type Located } from './look-up.js';

/** One operation with its place; `item` is the path that it belongs to. */
export interface Operation {
  readonly pointer: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly value: JsonObject;
  readonly item: Located;
}

/** An operation that cannot even be read. */
export interface Unread {
  readonly source: string;
  readonly name: string;
  readonly fault: SetAside;
}

export interface Listing {
  readonly operations: readonly Operation[];
  readonly unread: readonly Unread[];
}

/** What else a path may say. */
const BESIDE = ['$ref', 'summary', 'description', 'servers', 'parameters', 'additionalOperations'];

/** The fields of a path that are operations; HTTP's own names are these in capitals. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/**
 * Every operation under `paths`, in the order of the document. Webhooks and callbacks are calls that
 * the API makes itself, so they are no tools.
 */
export const operationsOf = (document: OpenApiDocument): Listing => {
  const paths = memberAt({ value: document.root, pointer: '' }, 'paths');
  if (!isObject(paths?.value)) return { operations: [], unread: [] };
  const items = Object.entries(paths.value)
    .filter(([path]) => !path.startsWith('x-'))
    .map(([path, value]) => inItem(document, path, { value, pointer: pointer('/paths', path) }));
  return {
    operations: items.flatMap(({ operations }) => operations),
    unread: items.flatMap(({ unread }) => unread),
  };
};

function inItem(document: OpenApiDocument, path: string, from: Located): Listing {
  if (!path.startsWith('/')) {
    return broken(from.pointer, path, 'path-malformed', 'A path starts with a slash.');
  }
  const item = follow(document, from);
  if ('fault' in item) {
    return { operations: [], unread: [{ source: from.pointer, name: path, fault: item.fault }] };
  }
  if (!isObject(item.value)) return malformed(from.pointer, path);
  const additional = memberAt(item, 'additionalOperations');
  const found = [
    ...METHODS.map((key) => [key.toUpperCase(), memberAt(item, key)] as const),
    ...(isObject(additional?.value)
      ? Object.keys(additional.value).map((key) => [key, memberAt(additional, key)] as const)
      : []),
  ].map(([method, at]) => (at === undefined ? EMPTY : operationAt(method, path, item, at)));
  const unknown = Object.keys(item.value)
    .filter((key) => !METHODS.includes(key) && !BESIDE.includes(key) && !key.startsWith('x-'))
    .map((key) => unknownMember(path, key, item.pointer));
  return {
    operations: found.flatMap(({ operations }) => operations),
    unread: [...found, ...unknown].flatMap(({ unread }) => unread),
  };
}

function unknownMember(path: string, key: string, item: string): Listing {
  const message = `A path has no "${key}": operations are called ${METHODS.join(', ')}.`;
  return broken(pointer(item, key), `${key} ${path}`, 'operation-unknown', message);
}

/** As the target of a tool is written. */
const METHOD = /^[A-Z][A-Z0-9_-]{0,31}$/;

const EMPTY: Listing = { operations: [], unread: [] };

function operationAt(method: string, path: string, item: Located, at: Located): Listing {
  const { value } = at;
  if (!METHOD.test(method)) {
    const message = `"${method}" is no method of HTTP as it is written: capitals, digits, - and _.`;
    return broken(at.pointer, `${method} ${path}`, 'operation-unknown', message);
  }
  if (!isObject(value)) return malformed(at.pointer, `${method} ${path}`);
  const operationId = textOf(member(value, 'operationId'));
  return {
    operations: [{ pointer: at.pointer, method, path, operationId, value, item }],
    unread: [],
  };
}

function malformed(source: string, name: string): Listing {
  return broken(source, name, 'operation-malformed', 'What stands here is no object.');
}

function broken(source: string, name: string, code: string, message: string): Listing {
  const fault = { code, pointer: source, message };
  return { operations: [], unread: [{ source, name, fault }] };
}

/** The parameters of an operation, its own above those of the path, each followed to itself. */
export const parametersOf = (
  document: OpenApiDocument,
  { value, pointer: at, item }: Operation,
): {
  readonly parameters: readonly Located<JsonObject>[];
  readonly faults: readonly SetAside[];
} => {
  const faults: SetAside[] = [];
  const byPlace = new Map<string, Located<JsonObject>>();
  for (const listed of [...elementsOf(item), ...elementsOf({ value, pointer: at })]) {
    const found = follow(document, listed);
    if ('fault' in found) {
      faults.push(found.fault);
    } else if (!isParameter(found.value)) {
      const message = 'A parameter has a `name` and says under `in` where it travels.';
      faults.push({ code: 'parameter-malformed', pointer: listed.pointer, message });
    } else {
      const place = `${String(found.value['in'])} ${String(found.value['name'])}`;
      byPlace.set(place, { value: found.value, pointer: found.pointer });
    }
  }
  return { parameters: [...byPlace.values()], faults };
};

function elementsOf(from: Located): Located[] {
  const parameters = memberAt(from, 'parameters');
  if (parameters === undefined || !isArray(parameters.value)) return [];
  return parameters.value.map((value, n) => ({ value, pointer: pointer(parameters.pointer, n) }));
}

function isParameter(value: Json): value is JsonObject & { in: string; name: string } {
  return (
    isObject(value) &&
    typeof member(value, 'in') === 'string' &&
    typeof member(value, 'name') === 'string'
  );
}

/** What an operation refers to under a key, followed; undefined where it says nothing. */
export const partOf = (
  document: OpenApiDocument,
  from: Located,
  key: string,
): Located | { readonly fault: SetAside } | undefined => {
  const part = memberAt(from, key);
  return part === undefined ? undefined : follow(document, part);
};
