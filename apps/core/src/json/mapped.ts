import { objectOf, type Json, type JsonObject } from './value.js';

/** Each member's value as `change` has it; the object itself where that is the value that it has. */
export const mappedObject = (
  object: JsonObject,
  change: (value: Json, key: string) => Json,
): JsonObject => {
  let isChanged = false;
  const entries = Object.entries(object);
  for (const entry of entries) {
    const changed = change(entry[1], entry[0]);
    isChanged ||= changed !== entry[1];
    entry[1] = changed;
  }
  return isChanged ? objectOf(entries) : object;
};

/** As `mappedObject`, of a list. */
export const mappedList = (
  list: readonly Json[],
  change: (item: Json) => Json,
): readonly Json[] => {
  const changed = list.map(change);
  return changed.every((item, at) => item === list[at]) ? list : changed;
};
