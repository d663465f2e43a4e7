import { canonicalJson } from './canonical.js';
import { pointer } from './pointer.js';
import { isArray, isObject, member, type Json, type JsonObject } from './value.js';

/** One place where two documents differ. */
export type DocumentChange =
  | { readonly path: string; readonly kind: 'added'; readonly after: Json }
  | { readonly path: string; readonly kind: 'removed'; readonly before: Json }
  | {
      readonly path: string;
      readonly kind: 'changed';
      readonly before: Json;
      readonly after: Json;
    };

/**
 * Where two documents differ, for a person to read: the smallest members that do, in the order of
 * their names. A list that gained or lost an item is one change, since no place tells items apart.
 */
export const documentChanges = (before: Json, after: Json, path = ''): DocumentChange[] => {
  if (isObject(before) && isObject(after)) return memberChanges(before, after, path);
  if (isArray(before) && isArray(after) && before.length === after.length) {
    return before.flatMap((item, at) =>
      documentChanges(item, after[at] ?? null, pointer(path, at)),
    );
  }
  return canonicalJson(before) === canonicalJson(after)
    ? []
    : [{ path, kind: 'changed', before, after }];
};

const memberChanges = (before: JsonObject, after: JsonObject, path: string): DocumentChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
    const place = pointer(path, name);
    const [was, is] = [member(before, name), member(after, name)];
    if (was === undefined) return is === undefined ? [] : [added(place, is)];
    return is === undefined
      ? [{ path: place, kind: 'removed' as const, before: was }]
      : documentChanges(was, is, place);
  });

const added = (path: string, after: Json): DocumentChange => ({ path, kind: 'added', after });
