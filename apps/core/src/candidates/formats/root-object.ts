import { resolvePointer } from '../../json/pointer.js';
import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '../../json/value.js';

/** The same schema, saying `type: "object"` at its root: arguments are an object anyway. */
export const rootObject = (schema: JsonObject): JsonObject => {
  if (member(schema, 'type') === 'object') return schema;
  return objectOf([
    ['type', 'object'],
    ...Object.entries(schema).filter(([keyword]) => keyword !== 'type'),
  ]);
};

/** OpenAI and Anthropic refuse a whole request for any of these at the root of one schema. */
const REFUSED_AT_ROOT = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const', 'not']);

/** What a schema has at its root that `flatRoot` takes apart. */
export const refusedAtRoot = (schema: JsonObject): readonly string[] =>
  Object.keys(schema).filter((keyword) => REFUSED_AT_ROOT.has(keyword));

/**
 * A root that OpenAI and Anthropic accept. A schema without branches at its root is given back
 * untouched; of one that has them, the properties of all branches are gathered at the root, and
 * required stays what every branch that must hold requires. It then allows more than the contract
 * does, which still judges each call.
 */
export const flatRoot = (schema: JsonObject): JsonObject => {
  if (refusedAtRoot(schema).length === 0) return rootObject(schema);
  const gathered: Gathered = { properties: new Map(), required: new Set(), seen: new Set() };
  gather(schema, schema, true, gathered);
  const kept = Object.entries(schema).filter(
    ([keyword]) => !REFUSED_AT_ROOT.has(keyword) && !REBUILT.has(keyword),
  );
  return objectOf([
    ['type', 'object'],
    ...kept,
    ['properties', objectOf(gathered.properties)],
    ...(gathered.required.size === 0 ? [] : ([['required', [...gathered.required]]] as const)),
  ]);
};

const REBUILT = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
]);

interface Gathered {
  readonly properties: Map<string, Json>;
  readonly required: Set<string>;
  readonly seen: Set<Json>;
}

const gather = (
  root: JsonObject,
  schema: Json | undefined,
  binding: boolean,
  into: Gathered,
): void => {
  if (!isObject(schema) || into.seen.has(schema)) return;
  into.seen.add(schema);
  const properties = member(schema, 'properties');
  if (isObject(properties)) {
    for (const [name, child] of Object.entries(properties)) {
      if (!into.properties.has(name)) into.properties.set(name, child);
    }
  }
  if (binding) requiredOf(schema).forEach((name) => into.required.add(name));
  gather(root, target(root, schema), binding, into);
  branches(schema, 'allOf').forEach((branch) => gather(root, branch, binding, into));
  for (const keyword of ['anyOf', 'oneOf']) {
    branches(schema, keyword).forEach((branch) => gather(root, branch, false, into));
  }
};

/** The names that the root of a schema requires. */
export const requiredOf = (schema: JsonObject): string[] => {
  const required = member(schema, 'required');
  return isArray(required) ? required.filter((name) => typeof name === 'string') : [];
};

const branches = (schema: JsonObject, keyword: string): readonly Json[] => {
  const found = member(schema, keyword);
  return isArray(found) ? found : [];
};

const target = (root: JsonObject, schema: JsonObject): Json | undefined => {
  const reference = member(schema, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  return resolvePointer(root, decodePointer(reference.slice(1)));
};

const decodePointer = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};
