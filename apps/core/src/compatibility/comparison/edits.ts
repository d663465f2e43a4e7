import { parsePointer } from '../../json/pointer.js';
import {
  isArray,
  isObject,
  member,
  objectOf,
  setMember,
  type Json,
  type JsonObject,
} from '../../json/value.js';
import type { Edit } from '../change.js';

const DEFINITIONS = ['$defs', 'definitions'] as const;

/**
 * The old schema with these edits and nothing else of the new one, apart from definitions that the
 * old one lacks: an edited place may refer to them, and alone they mean nothing.
 */
export const changedAlone = (before: Json, after: Json, edits: readonly Edit[]): Json =>
  edits.reduce<Json>(
    (schema, { pointer, value }) => setAt(schema, parsePointer(pointer) ?? [], value),
    withDefinitions(before, after),
  );

const withDefinitions = (before: Json, after: Json): Json => {
  if (!isObject(before) || !isObject(after)) return before;
  return DEFINITIONS.reduce<JsonObject>((schema, keyword) => {
    const added = member(after, keyword);
    if (!isObject(added)) return schema;
    const own = member(schema, keyword);
    const known = isObject(own) ? own : {};
    const all = objectOf([...Object.entries(added), ...Object.entries(known)]);
    return withMember(schema, keyword, all);
  }, before);
};

const setAt = (document: Json, tokens: readonly string[], value: Json | undefined): Json => {
  const [first, ...rest] = tokens;
  if (first === undefined) return value ?? true;
  if (isArray(document)) {
    const index = Number(first);
    return document.map((item, at) => (at === index ? setAt(item, rest, value) : item));
  }
  const object = isObject(document) ? document : {};
  if (rest.length === 0) return withMember(object, first, value);
  return withMember(object, first, setAt(member(object, first) ?? {}, rest, value));
};

const withMember = (object: JsonObject, key: string, value: Json | undefined): JsonObject => {
  const copy: Record<string, Json> = {};
  for (const [name, own] of Object.entries(object)) if (name !== key) setMember(copy, name, own);
  if (value !== undefined) setMember(copy, key, value);
  return copy;
};
