import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '../../json/value.js';
import { dialectOf, PLACES, type Dialect } from '../../schema/dialect.js';

type Change = (schema: JsonObject, dialect: Dialect) => JsonObject;

/**
 * A schema with each of its schemas changed, the inner ones first. What is not changed is the same
 * value as before, and a schema is worked through once for as long as it is held.
 */
export const rewriter = (change: Change): ((schema: JsonObject) => JsonObject) => {
  const known = new WeakMap<JsonObject, JsonObject>();
  return (schema) => {
    const found = known.get(schema) ?? whole(schema, change);
    known.set(schema, found);
    return found;
  };
};

const whole = (schema: JsonObject, change: Change): JsonObject => {
  const done = within(schema, dialectOf(schema) ?? '2020-12', change);
  return isObject(done) ? done : schema;
};

const within = (schema: Json, dialect: Dialect, change: Change): Json => {
  if (!isObject(schema)) return schema;
  const places = PLACES[dialect];
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const place = places.get(keyword);
    return [
      keyword,
      place === undefined
        ? value
        : inPlace(value, place, (inner) => within(inner, dialect, change)),
    ] as const;
  });
  const isSame = entries.every(([keyword, value]) => member(schema, keyword) === value);
  return change(isSame ? schema : objectOf(entries), dialect);
};

const inPlace = (value: Json, place: string, each: (schema: Json) => Json): Json => {
  if (isArray(value)) {
    const items = value.map((item) => each(item));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!place.startsWith('map') || !isObject(value))
    return place.startsWith('map') ? value : each(value);
  const entries = Object.entries(value).map(([name, inner]) => [name, each(inner)] as const);
  return entries.every(([name, inner]) => member(value, name) === inner)
    ? value
    : objectOf(entries);
};
