import { mappedObject } from '../json/mapped.js';
import { isArray, isObject, type Json } from '../json/value.js';
import type { Dialect } from './dialect.js';
import { insideKeyword, refersToDefinitions } from './rewriting.js';

/** Lists of no more than these stay as they are. */
const FEW = 30;

/**
 * The same schema with long lists of `allOf` in groups. Where ajv keeps note of the names that were
 * looked at, it joins those of each schema in a list to those of all before it, one by one: of five
 * hundred that takes a second, and of twenty groups of them a tenth.
 */
export const balanced = (schema: Json, dialect: Dialect): Json =>
  refersToDefinitions(schema) ? balance(schema, dialect) : schema;

const balance = (schema: Json, dialect: Dialect): Json => {
  if (!isObject(schema)) return schema;
  return mappedObject(schema, (value, keyword) => {
    const inside = insideKeyword(keyword, value, dialect, (inner) => balance(inner, dialect));
    return keyword === 'allOf' && isArray(inside) ? grouped(inside) : inside;
  });
};

const grouped = (all: readonly Json[]): readonly Json[] => {
  if (all.length <= FEW) return all;
  const size = Math.ceil(Math.sqrt(all.length));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => ({
    allOf: all.slice(at * size, (at + 1) * size),
  }));
};
