import { canonicalJson } from '../json/canonical.js';
import { isObject, objectOf, type Json, type JsonObject } from '../json/value.js';

/** Keywords that say nothing of instances. */
export const TEXTS: ReadonlySet<string> = new Set([
  ...['title', 'description', '$comment', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
]);

const meanings = new WeakMap<JsonObject, string>();

/** What a schema says, apart from its own texts: the same of schemas that differ in nothing else. */
export const meaningOf = (schema: Json): string => {
  if (!isObject(schema)) return canonicalJson(schema);
  const meaning = meanings.get(schema) ?? canonicalJson(withoutTexts(schema));
  meanings.set(schema, meaning);
  return meaning;
};

const withoutTexts = (schema: JsonObject): Json =>
  objectOf(Object.entries(schema).filter(([keyword]) => !TEXTS.has(keyword)));
