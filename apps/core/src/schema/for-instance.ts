import { mappedObject } from '../json/mapped.js';
import { isArray, isObject, member, objectOf, type Json, type JsonObject } from '../json/value.js';
import { namesDefinition } from './definitions.js';
import type { Dialect } from './dialect.js';
import { insideKeyword } from './rewriting.js';

/**
 * The same schema as far as an instance with these names for its properties can tell: what is not
 * there is never looked at. Compiling a schema takes far longer than a witness of two properties
 * is worth. Schemas whose identifiers or references might lead to such a place come back as they
 * are. Pointers to what is kept stay good.
 */
export const forInstance = (schema: Json, dialect: Dialect, names: ReadonlySet<string>): Json =>
  isReferredInto(schema) ? schema : prune(schema, { dialect, names });

interface Pruning {
  readonly dialect: Dialect;
  readonly names: ReadonlySet<string>;
}

/** Every name of a property in the instance, at whatever depth. */
export const namesIn = (instance: Json): ReadonlySet<string> => {
  const names = new Set<string>();
  const waiting: Json[] = [instance];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isObject(next)) for (const name of Object.keys(next)) names.add(name);
    if (typeof next !== 'object' || next === null) continue;
    for (const inner of isArray(next) ? next : Object.values(next)) waiting.push(inner);
  }
  return names;
};

const IDENTIFIERS = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'] as const;

const known = new WeakMap<object, boolean>();

const isReferredInto = (schema: Json): boolean => {
  if (!isObject(schema)) return false;
  // Nobody is led elsewhere by what the document itself is called.
  return leadsElsewhere(schema) || Object.values(schema).some(isMarked);
};

/** Whether some identifier, or a reference to more than a definition, stands in it. */
const isMarked = (value: Json): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const found = known.get(value);
  if (found !== undefined) return found;
  const own = isObject(value) && (isIdentified(value) || leadsElsewhere(value));
  const marked = own || (isArray(value) ? value : Object.values(value)).some(isMarked);
  known.set(value, marked);
  return marked;
};

const isIdentified = (schema: JsonObject): boolean =>
  IDENTIFIERS.some((keyword) => typeof member(schema, keyword) === 'string');

const leadsElsewhere = (schema: JsonObject): boolean => {
  const reference = member(schema, '$ref');
  return typeof reference === 'string' && !namesDefinition(reference);
};

/** The schema itself where there is nothing to leave out, so that what is made of it is kept. */
const prune = (schema: Json, pruning: Pruning): Json =>
  isObject(schema)
    ? mappedObject(schema, (value, keyword) => pruneInside(keyword, value, pruning))
    : schema;

const pruneInside = (keyword: string, value: Json, pruning: Pruning): Json =>
  keyword === 'properties' && isObject(value)
    ? pruneProperties(value, pruning)
    : insideKeyword(keyword, value, pruning.dialect, (schema) => prune(schema, pruning));

const pruneProperties = (properties: JsonObject, pruning: Pruning): Json => {
  const { names } = pruning;
  const all = Object.keys(properties);
  const kept = all.filter((name) => names.has(name));
  if (kept.length === all.length) {
    return mappedObject(properties, (schema) => prune(schema, pruning));
  }
  // An object is closed where it declares any. And ajv takes a branch that lists none for one that
  // has looked at none, whatever else has.
  const [first] = all;
  if (kept.length === 0 && first !== undefined) return objectOf([[first, true]]);
  return objectOf(
    kept.map((name) => [name, prune(member(properties, name) ?? true, pruning)] as const),
  );
};
