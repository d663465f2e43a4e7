import { mappedList, mappedObject } from '../json/mapped.js';
import { isArray, isObject, member, type Json } from '../json/value.js';
import { namesDefinition } from './definitions.js';
import { PLACES, type Dialect } from './dialect.js';

/** A reference may lead into a schema, which must then stay where it is. */
export const refersToDefinitions = (value: Json): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  if (isArray(value)) return value.every(refersToDefinitions);
  const references = ['$ref', '$dynamicRef'].map((keyword) => member(value, keyword));
  return (
    references.every((one) => typeof one !== 'string' || namesDefinition(one)) &&
    Object.values(value).every(refersToDefinitions)
  );
};

/** The keyword's value with `into` put in the place of each schema in it, if there are any. */
export const insideKeyword = (
  keyword: string,
  value: Json,
  dialect: Dialect,
  into: (schema: Json) => Json,
): Json => {
  const place = PLACES[dialect].get(keyword);
  if (place === undefined) return value;
  if (isArray(value)) return mappedList(value, into);
  if (!isObject(value) || place === 'one' || place === 'one-or-list') return into(value);
  return mappedObject(value, (inner) => (isArray(inner) ? inner : into(inner)));
};
