/** Schemas that are compiled once, however often and wherever they stand. */
import { isArray, member, type Json, type JsonObject } from '../json/value.js';
import { Remembered } from '../memory/remembered.js';

/** With no more properties or branches than these a schema is compiled as it is written. */
export const FEW = 20;

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
const kept = new Remembered<string, unknown>(MOST_KEPT);

/** `key` names what is compiled, and how. */
export const compiledOnce = <C>(key: string, compile: () => C): C => {
  // Whoever names the same key compiles in the same way.
  const compiled = (kept.get(key) as C | undefined) ?? compile();
  // Again what came last, so that what has not been asked for the longest makes way.
  kept.set(key, compiled, 1);
  return compiled;
};
