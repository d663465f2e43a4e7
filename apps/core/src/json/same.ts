import { isArray, isObject, member, type Json, type JsonObject } from './value.js';

/** Equal as JSON values: the order of members does not count. Ends at the first difference. */
export const isSame = (one: Json, other: Json): boolean => {
  if (one === other) return true;
  if (isArray(one)) return isArray(other) && areSameLists(one, other);
  return isObject(one) && isObject(other) && areSameObjects(one, other);
};

const areSameLists = (one: readonly Json[], other: readonly Json[]): boolean => {
  if (one.length !== other.length) return false;
  // Of two lists of one length, each place of the one is a place of the other.
  return one.every((item, at) => isSame(item, other[at] as Json));
};

const areSameObjects = (one: JsonObject, other: JsonObject): boolean => {
  const entries = Object.entries(one);
  if (entries.length !== Object.keys(other).length) return false;
  return entries.every(([key, value]) => {
    const counterpart = member(other, key);
    return counterpart !== undefined && isSame(value, counterpart);
  });
};
