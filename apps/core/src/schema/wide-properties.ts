/** Schemas of many properties, each of which is compiled once however often it stands there. */
import { mappedObject } from '../json/mapped.js';
import { pointer } from '../json/pointer.js';
import { isObject, member, objectOf, type Json, type JsonObject } from '../json/value.js';
import {
  compiledOnce,
  FEW,
  isSelfContained,
  type Compiled,
  type PlacedError,
  type TableCheck,
} from './compiled-once.js';
import { definitionsOf } from './definitions.js';
import { PLACES, type Dialect } from './dialect.js';
import { meaningOf } from './meaning.js';
import { insideKeyword, refersToDefinitions } from './rewriting.js';
import { tabledBranches, tableOfBranches } from './wide-branches.js';

/** A keyword of ours, besides `properties` of the same names: see `withTables`. */
export const TABLE = 'tabledProperties';

/**
 * The same schema with the properties of each wide object, and the branches of each long union, in
 * a table of their own, as far as they refer to nothing outside of themselves. ajv writes code for
 * each of two thousand properties however alike they are; of a table it compiles each different
 * schema once, when it is first needed, and the next document that has it finds it compiled.
 */
export const withTables = (schema: Json, dialect: Dialect): Json => {
  if (!refersToDefinitions(schema)) return schema;
  const definitions = isObject(schema) ? definitionsOf(schema) : new Map<string, Json>();
  return tablesIn(schema, {
    dialect,
    targetOf: (branch) => definitions.get(plainReference(branch) ?? '') ?? branch,
  });
};

interface Reading {
  readonly dialect: Dialect;
  /** What stands where a branch leads that is nothing but a reference; any other itself. */
  readonly targetOf: (branch: Json) => Json;
}

const plainReference = (schema: Json): string | null => {
  const reference = isObject(schema) ? member(schema, '$ref') : undefined;
  const isPlain = isObject(schema) && Object.keys(schema).length === 1;
  return isPlain && typeof reference === 'string' ? reference : null;
};

const itself = (branch: Json): Json => branch;

const tablesIn = (schema: Json, given: Reading): Json => {
  if (!isObject(schema)) return schema;
  // From here on, references are to definitions of its own.
  const isApart = member(schema, '$id') !== undefined;
  const reading = isApart ? { ...given, targetOf: itself } : given;
  const { dialect, targetOf } = reading;
  if (Object.keys(schema).every((keyword) => !PLACES[dialect].has(keyword))) return schema;
  const into = (inner: Json): Json => tablesIn(inner, reading);
  const entries = Object.entries(schema).flatMap(
    ([keyword, value]): (readonly [string, Json])[] => {
      if (keyword === 'properties' && isObject(value)) return tabled(value, reading);
      const table = tableOfBranches(keyword, value, targetOf);
      return [table ?? [keyword, insideKeyword(keyword, value, dialect, into)]];
    },
  );
  return objectOf(entries);
};

const tabled = (properties: JsonObject, reading: Reading): [string, Json][] => {
  const entries = Object.entries(properties);
  const into = (schema: Json): Json => tablesIn(schema, reading);
  if (entries.length <= FEW) return [['properties', mappedObject(properties, into)]];
  const table: [string, Json][] = [];
  const kept = entries.map(([name, schema]): [string, Json] => {
    if (!isObject(schema) || !isSelfContained(schema)) return [name, into(schema)];
    table.push([name, schema]);
    return [name, true];
  });
  return [
    ['properties', objectOf(kept)],
    [TABLE, objectOf(table)],
  ];
};

/** The schemas directly inside that tables would have, each with what it says. */
export const tableEntries = (schema: JsonObject): (readonly [string, Json])[] => {
  const properties = member(schema, 'properties');
  const all = isObject(properties) ? Object.values(properties) : [];
  const tabled = all.length <= FEW ? [] : all.filter(isObject).filter(isSelfContained);
  return [...tabled, ...tabledBranches(schema)].map((inner) => [meaningOf(inner), inner] as const);
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
    const made = compiledOnce(`${variant} ${meaningOf(schema)}`, () => compile(schema));
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
