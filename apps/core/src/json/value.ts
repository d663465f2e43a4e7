/**
 * A parsed JSON document. Objects are plain, but may own *any* key, `__proto__` and `constructor`
 * included: read with `member` or `Object.entries`, write with `setMember`, never by spreading or
 * assigning a key that came from outside.
 */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The own member `key`, or undefined; inherited names such as `toString` are never found. */
export const member = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Defines an own member even where the name is `__proto__`. */
export const setMember = (object: Record<string, Json>, key: string, value: Json): void => {
  if (key !== '__proto__') {
    // Many times faster, and every other name is an own member so.
    object[key] = value;
    return;
  }
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
};

/** An object of exactly these members, in this order. */
export const objectOf = (entries: Iterable<readonly [string, Json]>): JsonObject => {
  const object: Record<string, Json> = {};
  for (const [key, value] of entries) setMember(object, key, value);
  return object;
};
