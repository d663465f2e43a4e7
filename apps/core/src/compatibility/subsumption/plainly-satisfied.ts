import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { TEXTS } from '../../schema/meaning.js';

/**
 * Whether an instance that satisfies the schema is seen at a glance, as it is of most schemas: a type,
 * bounds that leave room, properties that are as plain. False says nothing. Only for schemas that keep
 * their meta-schema.
 */
export const isPlainlySatisfied = (schema: Json): boolean => {
  if (!isObject(schema)) return schema === true;
  if (!Object.keys(schema).every((keyword) => PLAIN.has(keyword) || TEXTS.has(keyword))) {
    return false;
  }
  const types = typesOf(schema);
  const listed = member(schema, 'enum');
  if (listed !== undefined)
    return isArray(listed) && listed.some((value) => isFree(value, schema, types));
  // Of what is left each keyword speaks of one type alone, and none of `null`.
  return (
    types === null ||
    types.some((type) => typeof type === 'string' && HAS_ROOM[type]?.(schema) === true)
  );
};

/** What is read below, or says nothing of an instance. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['$schema', '$defs', 'definitions', 'type', 'enum', 'format', 'items', 'maxItems'],
  ...['properties', 'required', 'additionalProperties'],
  ...['minLength', 'maxLength', 'minimum', 'maximum'],
]);

const typesOf = (schema: JsonObject): readonly Json[] | null => {
  const type = member(schema, 'type');
  if (type === undefined) return null;
  return isArray(type) ? type : [type];
};

/** Whether a listed value is of one of the types, and of a kind that no keyword beside it speaks of. */
const isFree = (value: Json, schema: JsonObject, types: readonly Json[] | null): boolean => {
  const isBounded = Object.hasOwn(schema, 'minLength') || Object.hasOwn(schema, 'maxLength');
  const isPlain = typeof value === 'boolean' || (typeof value === 'string' && !isBounded);
  return isPlain && (types === null || types.includes(typeof value));
};

const hasRoom = (schema: JsonObject, least: string, most: string): boolean => {
  const [from, to] = [member(schema, least), member(schema, most)];
  if (from === undefined || to === undefined) return true;
  return typeof from === 'number' && typeof to === 'number' && Math.ceil(from) <= to;
};

const HAS_ROOM: Readonly<Record<string, (schema: JsonObject) => boolean>> = {
  null: () => true,
  boolean: () => true,
  // The empty one, since no least number of items is among what is read.
  array: () => true,
  number: (schema) => hasRoom(schema, 'minimum', 'maximum'),
  integer: (schema) => hasRoom(schema, 'minimum', 'maximum'),
  // A format only says what the text is.
  string: (schema) => hasRoom(schema, 'minLength', 'maxLength'),
  object: (schema) => {
    const required = member(schema, 'required') ?? [];
    return isArray(required) && required.every((name) => mayHave(schema, name));
  },
};

const mayHave = (schema: JsonObject, name: Json): boolean => {
  const properties = member(schema, 'properties');
  const own =
    isObject(properties) && typeof name === 'string' ? member(properties, name) : undefined;
  return isPlainlySatisfied(own ?? member(schema, 'additionalProperties') ?? true);
};
