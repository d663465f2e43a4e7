import { canonicalJson } from '../../json/canonical.js';
import { isObject, objectOf, type Json } from '../../json/value.js';

/** Equal as JSON values: the order of keys and the spelling of numbers do not count. */
export const isEqual = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other ||
  (one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other));

/** Keywords that admit and refuse nothing. Whatever is not known to a dialect is one of them too. */
export const TEXTS: ReadonlySet<string> = new Set(['title', 'description']);

export const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...TEXTS,
  'default',
  'examples',
  'deprecated',
  '$comment',
  'readOnly',
  'writeOnly',
]);

/** The schema without the annotations of its outermost level. */
export const withoutAnnotations = (schema: Json): Json =>
  isObject(schema)
    ? objectOf(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword)))
    : schema;
