import { isArray, member, type JsonObject } from '../json/value.js';

/** Whether the schema itself says that values of this type may occur. */
export const allowsType = (schema: JsonObject, ...names: readonly string[]): boolean => {
  const type = member(schema, 'type');
  const types = isArray(type) ? type : [type];
  return types.some((name) => typeof name === 'string' && names.includes(name));
};

export const hasAny = (schema: JsonObject, ...keywords: readonly string[]): boolean =>
  keywords.some((keyword) => member(schema, keyword) !== undefined);

/** The values are written out, so that nothing else needs a bound. */
export const listsValues = (schema: JsonObject): boolean => hasAny(schema, 'enum', 'const');
