import { canonicalJson } from '../../json/canonical.js';
import { isObject, objectOf, type Json } from '../../json/value.js';
import { rememberEach } from '../subsumption/remember.js';

const remembered = rememberEach((value) => canonicalJson(value));

/** Equal values, and no others, have equal texts. Kept for as long as the value itself. */
export const textOf = (value: Json): string => remembered(value, '');

/** Equal as JSON values: the order of keys and the spelling of numbers do not count. */
export const isEqual = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && textOf(one) === textOf(other));

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
