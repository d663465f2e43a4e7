import { isArray, isObject, member, objectOf, type Json, type JsonObject } from '../json/value.js';
import { PLACES, type Dialect, type Place } from './dialect.js';
import { BRANCH_TABLES } from './wide-branches.js';
import { TABLE } from './wide-properties.js';

/**
 * The same schema, written so that ajv means by it what the specification does: without the
 * keywords that only ajv knows, and around its known deviations (`contains` after `prefixItems`
 * holds for an empty array and for more than `maxContains`, `enum: []` throws, a property named
 * `__proto__` is never checked, `unevaluatedItems` is held off by `contains` or does not hear of it). Pointers stay good.
 */
export const forAjv = (given: Json, dialect: Dialect): Json => {
  if (!isObject(given)) return given;
  const schema = dialect === '2020-12' ? withContainsApart(given) : given;
  const kept = Object.entries(schema)
    .filter(([keyword]) => !isForeign(keyword, dialect) && !isVoid(schema, keyword, dialect))
    .filter(([keyword, value]) => !isEmptyEnum(keyword, value) && !isWide(keyword, value))
    .map(([keyword, value]) => [keyword, rewrite(keyword, value, dialect)] as const);
  const rewritten = objectOf(kept);
  return objectOf([...kept, ...additions(rewritten, besides(schema, dialect))]);
};

const COUNTS = ['contains', 'minContains', 'maxContains'];

/**
 * Of an array in which `contains` finds anything, ajv takes all items for evaluated. Under two
 * negations it notes none, and those that it finds are let pass where they are asked for.
 */
const withContainsApart = (schema: JsonObject): JsonObject => {
  const [found, others] = [member(schema, 'contains'), member(schema, 'unevaluatedItems')];
  if (found === undefined || others === undefined) return schema;
  const isCount = ([keyword]: [string, Json]): boolean => COUNTS.includes(keyword);
  const all = member(schema, 'allOf');
  const apart: Json = { not: { not: objectOf(Object.entries(schema).filter(isCount)) } };
  return objectOf([
    ...Object.entries(schema).filter((entry) => !isCount(entry) && entry[0] !== 'allOf'),
    ['allOf', [...(isArray(all) ? all : []), apart]],
    ['unevaluatedItems', { anyOf: [found, others] }],
  ]);
};

/** In place of what was left out. */
const besides = (schema: JsonObject, dialect: Dialect): Json[] => {
  const dependent = member(schema, 'dependentRequired');
  const isNothing = isEmptyEnum('enum', member(schema, 'enum') ?? 0);
  if (dependent === undefined || !isWide('dependentRequired', dependent)) {
    return isNothing ? [false] : [];
  }
  const lists = Object.entries(isObject(dependent) ? dependent : {});
  const schemas = objectOf(lists.map(([name, required]) => [name, { required }]));
  return [...(isNothing ? [false] : []), forAjv({ dependentSchemas: schemas }, dialect)];
};

const isEmptyEnum = (keyword: string, value: Json): boolean =>
  keyword === 'enum' && isArray(value) && value.length === 0;

/** The one sibling of a reference that ajv asserts even where it ignores all of them. */
const isVoid = (schema: JsonObject, keyword: string, dialect: Dialect): boolean =>
  keyword === 'type' && dialect === 'draft-07' && typeof member(schema, '$ref') === 'string';

/** A document may not speak our own language. */
const OURS: ReadonlySet<string> = new Set([TABLE, ...Object.values(BRANCH_TABLES)]);

/** `id`, `nullable` and the like mean nothing in either dialect, `dependencies` not in 2020-12. */
const isForeign = (keyword: string, dialect: Dialect): boolean =>
  keyword === 'id' ||
  keyword === 'nullable' ||
  keyword === '$async' ||
  OURS.has(keyword) ||
  (keyword === 'dependencies' && dialect === '2020-12');

/** ajv writes out each name that depends on another, and loops over what is required. */
export const MOST_WRITTEN_OUT = 20;

const isLongList = (value: Json): boolean => isArray(value) && value.length > MOST_WRITTEN_OUT;

const asRequired = (names: Json): Json => (isLongList(names) ? { required: names } : names);

/** `dependentRequired` with a long list among its own. */
const isWide = (keyword: string, value: Json): boolean =>
  keyword === 'dependentRequired' && isObject(value) && Object.values(value).some(isLongList);

const rewrite = (keyword: string, value: Json, dialect: Dialect): Json => {
  const place: Place | undefined = PLACES[dialect].get(keyword);
  if (place === undefined) return value;
  if (isArray(value)) return value.map((inner) => forAjv(inner, dialect));
  if (place === 'map' || place === 'map-or-names') {
    if (!isObject(value)) return value;
    return objectOf(
      Object.entries(value).map(([name, inner]) => [
        name,
        isArray(inner) ? asRequired(inner) : forAjv(inner, dialect),
      ]),
    );
  }
  return forAjv(value, dialect);
};

const PROTO = '__proto__';

const additions = (schema: JsonObject, more: readonly Json[]): (readonly [string, Json])[] => {
  const properties = objectAt(schema, 'properties');
  const proto = properties === undefined ? undefined : member(properties, PROTO);
  const patterns = objectAt(schema, 'patternProperties') ?? {};
  const added: (readonly [string, Json])[] = [];
  if (proto !== undefined) {
    const named = [...Object.entries(patterns), [`^${PROTO}$`, proto] as const];
    added.push(['patternProperties', objectOf(named)]);
  }
  const alsoAll = [...dependents(schema), ...containsOne(schema), ...more];
  const all = member(schema, 'allOf');
  if (alsoAll.length > 0) added.push(['allOf', [...(isArray(all) ? all : []), ...alsoAll]]);
  return added;
};

const objectAt = (schema: JsonObject, key: string): JsonObject | undefined => {
  const value = member(schema, key);
  return isObject(value) ? value : undefined;
};

const dependents = (schema: JsonObject): Json[] =>
  ['dependentSchemas', 'dependentRequired', 'dependencies'].flatMap((keyword) => {
    const map = objectAt(schema, keyword);
    const dependent = map === undefined ? undefined : member(map, PROTO);
    if (dependent === undefined) return [];
    const then = isArray(dependent) ? { required: dependent } : dependent;
    return [{ if: { required: [PROTO] }, then }];
  });

/**
 * ajv lets an empty array pass `contains` where `prefixItems` stand beside it, and any array where
 * no number of items would do.
 */
const containsOne = (schema: JsonObject): Json[] => {
  if (member(schema, 'contains') === undefined) return [];
  const least = member(schema, 'minContains') ?? 1;
  const most = member(schema, 'maxContains') ?? Infinity;
  if (typeof least === 'number' && typeof most === 'number' && least > most) {
    return [{ not: { type: 'array' } }];
  }
  return least === 0 ? [] : [{ minItems: 1 }];
};
