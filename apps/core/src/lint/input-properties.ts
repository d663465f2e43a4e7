import { pointer, parsePointer } from '../json/pointer.js';
import { isArray, isObject, member, type Json } from '../json/value.js';
import { matchesLinearly, matchesNatively } from '../schema/backtracking/native-match.js';
import { appliedInPlace, referredTo, type Located } from '../schema/reachable.js';
import type { ResourceIndex } from '../schema/resources.js';

/**
 * Whether the input schema declares a property (or an item of an array) that a JSON Pointer into
 * the arguments names, looking through references and compositions. A property that an open object
 * would merely let through is not declared.
 */
export const argumentTest = (index: ResourceIndex): ((path: string) => boolean) => {
  const known = new Map<string, Located[]>();
  const expand = (start: readonly Located[]): Located[] => {
    if (start.length === 0) return [];
    const key = start.map((at) => at.pointer).join('\n');
    const places = known.get(key) ?? inPlace(index, start);
    known.set(key, places);
    return places;
  };
  return (path) => {
    const tokens = parsePointer(path);
    const root = index.locations.get('');
    if (tokens === null || tokens.length === 0 || root === undefined) return false;
    return (
      tokens.reduce(
        (places, token) => expand(distinct(places.flatMap((place) => childrenOf(place, token)))),
        expand([root]),
      ).length > 0
    );
  };
};

const distinct = (places: readonly Located[]): Located[] => [
  ...new Map(places.map((place) => [place.pointer, place])).values(),
];

/** These schemas and all that apply to the same value. */
const inPlace = (index: ResourceIndex, start: readonly Located[]): Located[] => {
  const found = new Map<string, Located>();
  const open = [...start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at.pointer)) continue;
    found.set(at.pointer, at);
    const inside = appliedInPlace(at).filter(({ keyword }) => keyword !== 'not');
    for (const next of [...referredTo(index, at), ...inside]) open.push(next);
  }
  return [...found.values()];
};

const childrenOf = (at: Located, token: string): Located[] => {
  if (!isObject(at.schema)) return [];
  const properties = member(at.schema, 'properties');
  const named = isObject(properties) ? member(properties, token) : undefined;
  if (named !== undefined) return declared(at, ['properties', token], named);
  return [...byPattern(at, token), ...byRest(at), ...items(at, token)];
};

/** A schema that is `false` declares that there is no such thing. */
const declared = (at: Located, tokens: readonly string[], schema: Json): Located[] =>
  schema === false ? [] : [{ ...at, pointer: pointer(at.pointer, ...tokens), schema }];

const byPattern = (at: Located, token: string): Located[] => {
  const patterns = isObject(at.schema) ? member(at.schema, 'patternProperties') : undefined;
  if (!isObject(patterns)) return [];
  return Object.entries(patterns).flatMap(([pattern, schema]) => {
    const matches = matchesNatively(pattern, token) ?? matchesLinearly(pattern, token);
    return matches === true ? declared(at, ['patternProperties', pattern], schema) : [];
  });
};

const byRest = (at: Located): Located[] => {
  const rest = isObject(at.schema) ? member(at.schema, 'additionalProperties') : undefined;
  return rest === undefined ? [] : declared(at, ['additionalProperties'], rest);
};

const items = (at: Located, token: string): Located[] => {
  if (!isObject(at.schema) || !/^(0|[1-9]\d*)$/.test(token)) return [];
  for (const keyword of ['prefixItems', 'items']) {
    const schema = member(at.schema, keyword);
    const item = isArray(schema) ? schema[Number(token)] : undefined;
    if (item !== undefined) return declared(at, [keyword, token], item);
    if (schema !== undefined && !isArray(schema)) return declared(at, [keyword], schema);
  }
  return [];
};
