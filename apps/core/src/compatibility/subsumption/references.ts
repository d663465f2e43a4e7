/** Which definitions a part of a document refers to, as far as plain pointers tell. */
import { pointer } from '../../json/pointer.js';
import { isSame } from '../../json/same.js';
import { isObject, member, objectOf, type Json, type JsonObject } from '../../json/value.js';
import { DEFINITION_KEYWORDS, definitionsOf } from '../../schema/definitions.js';
import { TEXTS } from '../../schema/meaning.js';

/** References such as `#/$defs/name`, or null: identifiers or other references have a say too. */
export type References = ReadonlySet<string> | null;

const NONE: ReadonlySet<string> = new Set();

const DEFINITION = /^#\/(?:\$defs|definitions)\/[^/%]+/;

const IDENTIFIERS = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'] as const;

const known = new WeakMap<object, References>();

/** Of this value and of all inside it; remembered for as long as the value lives. */
const referencesIn = (value: Json): References => {
  if (typeof value !== 'object' || value === null) return NONE;
  const found = known.get(value);
  if (found !== undefined) return found;
  const references = isObject(value) ? ofObject(value) : joined(value);
  known.set(value, references);
  return references;
};

const ofObject = (object: JsonObject): References => {
  // A property may have such a name: its schema is no text.
  if (IDENTIFIERS.some((keyword) => typeof member(object, keyword) === 'string')) return null;
  const inside = joined(Object.values(object));
  const reference = member(object, '$ref');
  if (typeof reference !== 'string' || inside === null) return inside;
  const definition = definitionIn(reference);
  return definition === null ? null : new Set([...inside, definition]);
};

/** `#/$defs/name` of `#/$defs/name/properties/a`; null where that is not what it looks like. */
const definitionIn = (reference: string): string | null => DEFINITION.exec(reference)?.[0] ?? null;

const joined = (values: readonly Json[]): References => {
  let first: ReadonlySet<string> = NONE;
  // Its own as soon as there are two sets to join, and grown from then on.
  let all: Set<string> | null = null;
  for (const value of values) {
    const inside = referencesIn(value);
    if (inside === null) return null;
    if (inside.size === 0 || inside === first) continue;
    if (first.size === 0) first = inside;
    else {
      all ??= new Set(first);
      for (const reference of inside) all.add(reference);
    }
  }
  return all ?? first;
};

/** Identifiers count for nothing inside the document, and every reference is to a definition. */
export const isPlainlyReferred = (document: JsonObject): boolean => {
  const reference = member(document, '$ref');
  const isPlainRoot = typeof reference !== 'string' || definitionIn(reference) !== null;
  const isDynamic = typeof member(document, '$dynamicRef') === 'string';
  return isPlainRoot && !isDynamic && joined(Object.values(document)) !== null;
};

/** Refers to nothing but these definitions. */
export const refersOnlyTo = (schema: Json, definitions: ReadonlySet<string>): boolean => {
  const references = referencesIn(schema);
  if (references === null) return false;
  for (const reference of references) if (!definitions.has(reference)) return false;
  return true;
};

/** The definitions that mean the same in both, with all that they refer to. */
export const sharedDefinitions = (
  one: ReadonlyMap<string, Json>,
  other: ReadonlyMap<string, Json>,
): ReadonlySet<string> => {
  const shared = new Set<string>();
  for (const [name, schema] of one) {
    const counterpart = other.get(name);
    if (counterpart !== undefined && isSame(schema, counterpart)) shared.add(name);
  }
  // Each that turns out to be different takes along those that refer to it, and no others.
  const referrers = referrersAmong(one, shared);
  const waiting = [...referrers.keys()].filter((name) => !shared.has(name));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of referrers.get(next) ?? []) if (shared.delete(name)) waiting.push(name);
  }
  return shared;
};

/** By each reference the definitions that hold it; where identifiers have a say, by a name of none. */
const referrersAmong = (
  definitions: ReadonlyMap<string, Json>,
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> => {
  const referrers = new Map<string, string[]>();
  for (const name of names) {
    for (const reference of referencesIn(definitions.get(name) ?? true) ?? ['']) {
      const known = referrers.get(reference);
      if (known === undefined) referrers.set(reference, [name]);
      else known.push(name);
    }
  }
  return referrers;
};

/** The document without the definitions that nothing in it leads to any more. */
export const withoutIdleDefinitions = (document: JsonObject): JsonObject => {
  const all = definitionsOf(document);
  if (all.size === 0) return document;
  const used = new Set<string>();
  const root = Object.entries(document).filter(
    ([keyword]) => !DEFINITION_KEYWORDS.includes(keyword),
  );
  const waiting: Json[] = [objectOf(root.filter(([keyword]) => keyword !== '$id'))];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const reference of referencesIn(next) ?? all.keys()) {
      if (used.has(reference)) continue;
      used.add(reference);
      waiting.push(all.get(reference) ?? true);
    }
  }
  if (used.size >= all.size) return document;
  const kept = DEFINITION_KEYWORDS.flatMap((keyword): [string, Json][] => {
    const map = member(document, keyword);
    if (!isObject(map)) return [];
    const entries = Object.entries(map).filter(([name]) => used.has(pointer('#', keyword, name)));
    return entries.length === 0 ? [] : [[keyword, objectOf(entries)]];
  });
  return objectOf([...root, ...kept]);
};

/** Where a schema leads that says nothing else of instances. */
export const plainReference = (schema: JsonObject): string | null => {
  const reference = member(schema, '$ref');
  if (typeof reference !== 'string') return null;
  return Object.keys(schema).every((keyword) => SILENT.has(keyword)) ? reference : null;
};

/** What a plain reference leads to; any other schema itself. */
export const targetOf = (
  schema: JsonObject,
  definitions: ReadonlyMap<string, Json>,
): Json | undefined => {
  const reference = plainReference(schema);
  return reference === null ? schema : definitions.get(reference);
};

const SILENT: ReadonlySet<string> = new Set([
  ...TEXTS,
  ...['$ref', '$schema', '$defs', 'definitions', '$id'],
]);
