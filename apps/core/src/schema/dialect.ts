/** Which JSON Schema is this, and where in it do further schemas stand? */
import { isArray, isObject, member, type Json, type JsonObject } from '../json/value.js';

export const DIALECTS = ['draft-07', '2020-12'] as const;

export type Dialect = (typeof DIALECTS)[number];

/** What a schema without `$schema` is written in: the default of the MCP specification. */
export const DEFAULT_DIALECT: Dialect = '2020-12';

const URIS: ReadonlyMap<string, Dialect> = new Map([
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['http://json-schema.org/draft/2020-12/schema', '2020-12'],
]);

/** The dialect that a `$schema` names, or null where it is not one that we read. */
export const dialectNamed = (uri: string): Dialect | null =>
  URIS.get(uri.endsWith('#') ? uri.slice(0, -1) : uri) ?? null;

/**
 * The dialect of a document, from the `$schema` at its root; `fallback` where it states none, and
 * null where it names one that we do not read (draft-04, 2019-09, a vocabulary of its own).
 */
export const dialectOf = (schema: Json, fallback: Dialect = DEFAULT_DIALECT): Dialect | null => {
  const stated = isObject(schema) ? member(schema, '$schema') : undefined;
  if (stated === undefined) return fallback;
  return typeof stated === 'string' ? dialectNamed(stated) : null;
};

/** `one` is a schema, `list` an array of them, `map` an object whose values are schemas. */
export type Place = 'one' | 'list' | 'map' | 'one-or-list' | 'map-or-names';

const SHARED: readonly (readonly [string, Place])[] = [
  ['$defs', 'map'],
  ['definitions', 'map'],
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['additionalProperties', 'one'],
  ['propertyNames', 'one'],
  ['contains', 'one'],
  ['if', 'one'],
  ['then', 'one'],
  ['else', 'one'],
  ['not', 'one'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
];

/** Every keyword that holds schemas, by dialect. Schemas stand nowhere else: not in `enum`. */
export const PLACES: Readonly<Record<Dialect, ReadonlyMap<string, Place>>> = {
  'draft-07': new Map([
    ...SHARED,
    ['items', 'one-or-list'],
    ['additionalItems', 'one'],
    ['dependencies', 'map-or-names'],
  ]),
  '2020-12': new Map([
    ...SHARED,
    ['items', 'one'],
    ['prefixItems', 'list'],
    ['dependentSchemas', 'map'],
    ['unevaluatedItems', 'one'],
    ['unevaluatedProperties', 'one'],
    ['contentSchema', 'one'],
  ]),
};

export interface Subschema {
  readonly keyword: string;
  /** The tokens from the parent to here, `['properties', 'name']` for one. */
  readonly tokens: readonly string[];
  readonly schema: Json;
}

const inList = (keyword: string, list: readonly Json[]): Subschema[] =>
  list.map((schema, index) => ({ keyword, tokens: [keyword, String(index)], schema }));

const inMap = (keyword: string, map: JsonObject): Subschema[] =>
  Object.entries(map).map(([name, schema]) => ({ keyword, tokens: [keyword, name], schema }));

const at = (keyword: string, place: Place, value: Json): Subschema[] => {
  if (place === 'list' || (place === 'one-or-list' && isArray(value))) {
    return isArray(value) ? inList(keyword, value) : [];
  }
  if (place === 'one' || place === 'one-or-list') {
    return [{ keyword, tokens: [keyword], schema: value }];
  }
  if (!isObject(value)) return [];
  return inMap(keyword, value).filter(({ schema }) => place === 'map' || !isArray(schema));
};

/**
 * The schemas directly inside this one. In draft-07 a `$ref` makes its siblings void, so that only
 * the definitions beside it are left: a pointer may still name them.
 */
export const subschemasOf = (schema: Json, dialect: Dialect): Subschema[] => {
  // Most schemas hold no other, and have far fewer keywords than there are places.
  if (!isObject(schema) || !Object.keys(schema).some((keyword) => PLACES[dialect].has(keyword))) {
    return [];
  }
  const voidSiblings = dialect === 'draft-07' && typeof member(schema, '$ref') === 'string';
  const found: Subschema[] = [];
  for (const [keyword, place] of PLACES[dialect]) {
    if (voidSiblings && keyword !== 'definitions' && keyword !== '$defs') continue;
    const value = member(schema, keyword);
    if (value !== undefined) found.push(...at(keyword, place, value));
  }
  return found;
};
