import { isArray, isObject, member, type Json, type JsonObject } from '#core/json/value.js';

/** What an answer says under a name, where it is of the kind that is asked for. */
export const textAt = (object: JsonObject, name: string): string | undefined => {
  const value = member(object, name);
  return typeof value === 'string' ? value : undefined;
};

export const textsAt = (object: JsonObject, name: string): string[] =>
  listAt(object, name).filter((entry) => typeof entry === 'string');

export const objectsAt = (object: JsonObject, name: string): JsonObject[] =>
  listAt(object, name).filter((entry) => isObject(entry));

export const objectAt = (object: JsonObject, name: string): JsonObject => {
  const value = member(object, name);
  return isObject(value) ? value : {};
};

export const asObject = (value: Json): JsonObject => (isObject(value) ? value : {});

function listAt(object: JsonObject, name: string): readonly Json[] {
  const value = member(object, name);
  return isArray(value) ? value : [];
}
