/** Schemas of many properties, each of which is compiled once however often it stands there. */
import { canonicalJson } from '../json/canonical.js';
import { pointer } from '../json/pointer.js';
import { isArray, isObject, member, objectOf, type Json, type JsonObject } from '../json/value.js';
import { PLACES, type Dialect } from './dialect.js';

/** With no more properties than these an object is compiled as it is written. */
const FEW = 20;

/** A keyword of ours, besides `properties` of the same names: see `withTables`. */
export const TABLE = 'tabledProperties';

/** What tells an instance nothing, and might tell two schemas apart that mean the same. */
const SILENT: ReadonlySet<string> = new Set([
  ...['title', 'description', '$comment', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
]);

/**
 * The same schema with the properties of each wide object in a table of their own, as far as they
 * refer to nothing outside of themselves. ajv writes code for each of two thousand properties
 * however alike they are; of a table it compiles each different schema once, when it is first
 * needed, and the next document that has it finds it compiled.
 */
export const withTables = (schema: Json, dialect: Dialect): Json =>
  refersToDefinitions(schema) ? tablesIn(schema, dialect) : schema;

/** A reference may lead into a property, which must then be where it was. */
const refersToDefinitions = (value: Json): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  if (isArray(value)) return value.every(refersToDefinitions);
  const references = ['$ref', '$dynamicRef'].map((keyword) => member(value, keyword));
  return (
    references.every((one) => typeof one !== 'string' || DEFINITION.test(one)) &&
    Object.values(value).every(refersToDefinitions)
  );
};

const DEFINITION = /^#(?:\/(?:\$defs|definitions)\/[^/%]+)?$/;

const tablesIn = (schema: Json, dialect: Dialect): Json => {
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] =>
    keyword === 'properties' && isObject(value)
      ? tabled(value, dialect)
      : [[keyword, inside(keyword, value, dialect)]],
  );
  return objectOf(entries);
};

const inside = (keyword: string, value: Json, dialect: Dialect): Json => {
  const place = PLACES[dialect].get(keyword);
  if (place === undefined) return value;
  const into = (schema: Json): Json => tablesIn(schema, dialect);
  if (isArray(value)) return value.map(into);
  if (!isObject(value) || place === 'one' || place === 'one-or-list') return into(value);
  return objectOf(
    Object.entries(value).map(([name, inner]) => [name, isArray(inner) ? inner : into(inner)]),
  );
};

const tabled = (properties: JsonObject, dialect: Dialect): [string, Json][] => {
  const entries = Object.entries(properties);
  if (entries.length <= FEW) return [['properties', inside('properties', properties, dialect)]];
  const table: [string, Json][] = [];
  const kept = entries.map(([name, schema]): [string, Json] => {
    if (!isObject(schema) || !isSelfContained(schema)) return [name, tablesIn(schema, dialect)];
    table.push([name, schema]);
    return [name, true];
  });
  return [
    ['properties', objectOf(kept)],
    [TABLE, objectOf(table)],
  ];
};

const LEADING = ['$ref', '$dynamicRef', '$id', '$anchor', '$dynamicAnchor', '$schema'] as const;

const isSelfContained = (value: Json): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  if (isArray(value)) return value.every(isSelfContained);
  // A property of such a name, or a constant, is taken for the keyword: then it is only slower.
  return (
    LEADING.every((keyword) => member(value, keyword) === undefined) &&
    Object.values(value).every(isSelfContained)
  );
};

/** Those of these properties' schemas that a table would have, each with what it says. */
export const tableEntries = (properties: JsonObject): (readonly [string, Json])[] => {
  const schemas = Object.values(properties);
  if (schemas.length <= FEW) return [];
  return schemas.flatMap((schema) =>
    isObject(schema) && isSelfContained(schema) ? [[textOf(schema), schema] as const] : [],
  );
};

const texts = new WeakMap<object, string>();

const textOf = (schema: JsonObject): string => {
  const text = texts.get(schema) ?? canonicalJson(withoutTexts(schema));
  texts.set(schema, text);
  return text;
};

const withoutTexts = (schema: JsonObject): JsonObject =>
  objectOf(Object.entries(schema).filter(([keyword]) => !SILENT.has(keyword)));

interface PlacedError {
  readonly instancePath: string;
}

/** As ajv compiles a schema. */
export interface Compiled<E extends PlacedError> {
  (value: unknown): boolean;
  errors?: E[] | null | undefined;
}

/** As it takes the compiled check of a keyword. */
export interface TableCheck<E extends PlacedError> {
  (value: JsonObject, at?: { readonly instancePath: string }): boolean;
  errors?: E[];
}

const MOST_KEPT = 5_000;

/** Compiled schemas by what they say. */
const kept = new Map<string, unknown>();

const compiledOnce = <C>(key: string, compile: () => C): C => {
  // Whoever names the same key compiles in the same way.
  const compiled = (kept.get(key) as C | undefined) ?? compile();
  kept.delete(key);
  kept.set(key, compiled);
  const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  return compiled;
};

/** The check of a table's values; `variant` names the way in which `compile` does it. */
export const checkOfTable = <E extends PlacedError>(
  table: JsonObject,
  variant: string,
  compile: (schema: JsonObject) => Compiled<E>,
): TableCheck<E> => {
  const checks = new Map<string, Compiled<E>>();
  const checkUnder = (name: string, schema: JsonObject): Compiled<E> => {
    const known = checks.get(name);
    if (known !== undefined) return known;
    const made = compiledOnce(`${variant} ${textOf(schema)}`, () => compile(schema));
    checks.set(name, made);
    return made;
  };
  const entries = Object.entries(table);
  const check: TableCheck<E> = (data, at) => {
    const errors: E[] = [];
    for (const [name, schema] of entries) {
      const value = member(data, name);
      if (value === undefined || !isObject(schema)) continue;
      const own = checkUnder(name, schema);
      if (own(value)) continue;
      const inside = pointer(at?.instancePath ?? '', name);
      for (const error of own.errors ?? []) {
        errors.push({ ...error, instancePath: inside + error.instancePath });
      }
    }
    check.errors = errors;
    return errors.length === 0;
  };
  return check;
};
