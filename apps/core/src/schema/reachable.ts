import { pointer } from '../json/pointer.js';
import { isObject, member, type Json } from '../json/value.js';
import { subschemasOf, type Dialect } from './dialect.js';
import type { ResourceIndex } from './resources.js';

export interface Located {
  readonly pointer: string;
  readonly schema: Json;
  readonly dialect: Dialect;
}

export interface Inner extends Located {
  readonly keyword: string;
}

export interface Reference {
  readonly keyword: '$ref' | '$dynamicRef';
  readonly ref: string;
}

export const referencesOf = ({ schema, dialect }: Located): Reference[] => {
  const references: Reference[] = [];
  if (!isObject(schema)) return references;
  for (const keyword of dialect === 'draft-07' ? REF_ONLY : REF_KEYWORDS) {
    const ref = member(schema, keyword);
    if (typeof ref === 'string') references.push({ keyword, ref });
  }
  return references;
};

const REF_ONLY = ['$ref'] as const;
const REF_KEYWORDS = ['$ref', '$dynamicRef'] as const;

/** What the references of this schema lead to, as far as they resolve. */
export const referredTo = (index: ResourceIndex, at: Located): Located[] =>
  referencesOf(at).flatMap(({ ref }) => {
    const found = index.resolve(ref, at.pointer);
    return 'fault' in found ? [] : [found];
  });

export const isInDocument = (location: string): boolean =>
  location === '' || location.startsWith('/');

/**
 * Every schema of the document: those at the places of the dialect, and those that only a reference
 * shows to be one, since its pointer leads where otherwise no schema stands.
 */
export const everySchema = (index: ResourceIndex): ReadonlyMap<string, Located> => {
  const known = reachable.get(index) ?? reachedFrom(index);
  reachable.set(index, known);
  return known;
};

const reachable = new WeakMap<ResourceIndex, ReadonlyMap<string, Located>>();

const reachedFrom = (index: ResourceIndex): ReadonlyMap<string, Located> => {
  const found = new Map<string, Located>(index.locations);
  const open: Located[] = [...found.values()];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const inside = index.locations.has(at.pointer) ? [] : innerSchemas(at);
    for (const next of [...referredTo(index, at), ...inside]) {
      if (!found.has(next.pointer) && isInDocument(next.pointer)) {
        found.set(next.pointer, next);
        open.push(next);
      }
    }
  }
  return found;
};

export const innerSchemas = (at: Located): Inner[] =>
  subschemasOf(at.schema, at.dialect).map(({ keyword, tokens, schema }) => ({
    keyword,
    pointer: pointer(at.pointer, ...tokens),
    schema,
    dialect: at.dialect,
  }));

/** Keywords whose schemas look at the same place of the instance as their parent does. */
const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
]);

/** The schemas inside this one that apply to the same place of the instance. */
export const appliedInPlace = (at: Located): Inner[] =>
  innerSchemas(at).filter(({ keyword }) => IN_PLACE.has(keyword));
