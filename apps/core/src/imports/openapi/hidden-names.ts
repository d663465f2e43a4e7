import { pointer } from '../../json/pointer.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { hasWholeJsonSchema, type OpenApiDocument } from './document.js';
import { lookUp } from './look-up.js';

export type Direction = 'input' | 'output';

/**
 * The properties of an object that do not travel in this direction: what is only read is not sent,
 * what is only written is not answered, and `required` speaks of neither. Those that a part of an
 * `allOf` declares count as well, since its neighbours may require them.
 */
export const hiddenNames = (
  document: OpenApiDocument,
  direction: Direction,
  schema: JsonObject,
  at: string,
): ReadonlySet<string> => {
  const flag = direction === 'input' ? 'readOnly' : 'writeOnly';
  return new Set(namesIn({ document, flag, seen: new Set() }, schema, at));
};

interface Search {
  readonly document: OpenApiDocument;
  readonly flag: string;
  readonly seen: Set<string>;
}

/** The catalog takes no schema that applies more of them at one place of an instance. */
const MOST_PARTS = 1_000;

function namesIn(search: Search, schema: JsonObject, at: string): string[] {
  const properties = member(schema, 'properties');
  const own = isObject(properties)
    ? Object.entries(properties)
        .filter(([name, value]) => isFlagged(search, value, pointer(at, 'properties', name)))
        .map(([name]) => name)
    : [];
  const parts = member(schema, 'allOf');
  const inherited = isArray(parts)
    ? parts.flatMap((part, n) => namesBehind(search, part, pointer(at, 'allOf', n)))
    : [];
  return [...own, ...inherited];
}

function namesBehind(search: Search, schema: Json, at: string): string[] {
  const { seen } = search;
  if (!isObject(schema) || seen.has(at) || seen.size > MOST_PARTS) return [];
  seen.add(at);
  const ref = member(schema, '$ref');
  if (ref === undefined) return namesIn(search, schema, at);
  const found = lookUp(search.document, ref, at);
  return 'fault' in found ? [] : namesBehind(search, found.value, found.pointer);
}

const MOST_HOPS = 32;

/** The flag of a property stands on it or on what it refers to. */
function isFlagged({ document, flag }: Search, property: Json, from: string): boolean {
  let [schema, at] = [property, from];
  for (let hops = 0; hops < MOST_HOPS && isObject(schema); hops += 1) {
    const ref = member(schema, '$ref');
    const speaks = ref === undefined || hasWholeJsonSchema(document.edition);
    if (speaks && member(schema, flag) === true) return true;
    if (ref === undefined) return false;
    const found = lookUp(document, ref, at);
    if ('fault' in found) return false;
    [schema, at] = [found.value, found.pointer];
  }
  return false;
}
