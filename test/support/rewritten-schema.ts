/** Ways to write a schema otherwise that change nothing of what it means. */
import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '#core/json/value.js';
import { PLACES, type Place } from '#core/schema/dialect.js';

export type Rewrite = (schema: JsonObject) => Json;

/** The rewrite, everywhere in a schema of 2020-12, from the inside out. */
export const everywhere = (schema: Json, rewrite: Rewrite): Json => {
  if (!isObject(schema)) return schema;
  const inner = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    const place = PLACES['2020-12'].get(keyword);
    return [keyword, place === undefined ? value : inPlace(place, value, rewrite)];
  });
  return rewrite(objectOf(inner));
};

const inPlace = (place: Place, value: Json, rewrite: Rewrite): Json => {
  if (place === 'one') return everywhere(value, rewrite);
  if (isArray(value)) return value.map((one) => everywhere(one, rewrite));
  if (!isObject(value)) return value;
  return objectOf(
    Object.entries(value).map(([name, one]) => [name, everywhere(one, rewrite)] as const),
  );
};

const without = (schema: JsonObject, keyword: string): [string, Json][] =>
  Object.entries(schema).filter(([name]) => name !== keyword);

/** Beside what the schema says already, whatever that is. */
const and = (entries: readonly [string, Json][], more: Json): JsonObject => {
  const all = entries.find(([keyword]) => keyword === 'allOf')?.[1];
  const others = entries.filter(([keyword]) => keyword !== 'allOf');
  return objectOf([...others, ['allOf', [...(isArray(all) ? all : []), more]]]);
};

/** `type: [a, b]` as `anyOf` of `type: a` and `type: b`. */
export const typesAsAlternatives: Rewrite = (schema) => {
  const types = member(schema, 'type');
  if (types === undefined) return schema;
  const list = isArray(types) ? types : [types];
  return and(without(schema, 'type'), { anyOf: list.map((type) => ({ type })) });
};

/** `enum: [a, b]` as `anyOf` of `const: a` and `const: b`. */
export const enumAsConstants: Rewrite = (schema) => {
  const values = member(schema, 'enum');
  if (!isArray(values) || values.length === 0) return schema;
  return and(without(schema, 'enum'), { anyOf: values.map((value) => ({ const: value })) });
};

/** `const: a` as `enum: [a]`. */
export const constantAsEnum: Rewrite = (schema) => {
  const value = member(schema, 'const');
  if (value === undefined || member(schema, 'enum') !== undefined) return schema;
  return objectOf([...without(schema, 'const'), ['enum', [value]]]);
};

/** The same as the only one of `allOf`. */
export const asOneOfAll: Rewrite = (schema) => ({ allOf: [schema] });

/** A reference as what stands there; what is recursive stays so one step further in. */
export const inlined =
  (definitions: JsonObject): Rewrite =>
  (schema) => {
    const reference = member(schema, '$ref');
    if (typeof reference !== 'string' || !reference.startsWith('#/$defs/')) return schema;
    const target = member(definitions, reference.slice('#/$defs/'.length));
    return target === undefined ? schema : and(without(schema, '$ref'), target);
  };
