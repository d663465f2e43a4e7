/** Schemas that are compiled once, however often and wherever they stand. */
import { canonicalJson } from '../json/canonical.js';
import { isArray, member, objectOf, type Json, type JsonObject } from '../json/value.js';

/** With no more properties or branches than these a schema is compiled as it is written. */
export const FEW = 20;

/** What tells an instance nothing, and might tell two schemas apart that mean the same. */
const SILENT: ReadonlySet<string> = new Set([
  ...['title', 'description', '$comment', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
]);

const LEADING = ['$ref', '$dynamicRef', '$id', '$anchor', '$dynamicAnchor', '$schema'] as const;

/** Refers to nothing outside of itself. */
export const isSelfContained = (value: Json): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  if (isArray(value)) return value.every(isSelfContained);
  // A property of such a name, or a constant, is taken for the keyword: then it is only slower.
  return (
    LEADING.every((keyword) => member(value, keyword) === undefined) &&
    Object.values(value).every(isSelfContained)
  );
};

const texts = new WeakMap<object, string>();

/** What the schema says, apart from texts. */
export const textOf = (schema: JsonObject): string => {
  const text = texts.get(schema) ?? canonicalJson(withoutTexts(schema));
  texts.set(schema, text);
  return text;
};

const withoutTexts = (schema: JsonObject): JsonObject =>
  objectOf(Object.entries(schema).filter(([keyword]) => !SILENT.has(keyword)));

export interface PlacedError {
  readonly instancePath: string;
}

/** As ajv compiles a schema. */
export interface Compiled<E extends PlacedError> {
  (value: unknown): boolean;
  errors?: E[] | null | undefined;
}

/** As it takes the compiled check of a keyword. */
export interface TableCheck<E extends PlacedError> {
  (value: JsonObject, at?: { readonly instancePath: string }): boolean;
  errors?: E[];
}

const MOST_KEPT = 5_000;

/** Compiled schemas by what they say. */
const kept = new Map<string, unknown>();

/** `key` names what is compiled, and how. */
export const compiledOnce = <C>(key: string, compile: () => C): C => {
  // Whoever names the same key compiles in the same way.
  const compiled = (kept.get(key) as C | undefined) ?? compile();
  kept.delete(key);
  kept.set(key, compiled);
  const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  return compiled;
};
