import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '../../json/value.js';
import type { Dialect } from '../../schema/dialect.js';

/** A keyword by its name in 2020-12, and where in the original its value stands. */
export interface Keyword {
  readonly name: string;
  readonly original: string;
  readonly tokens: readonly string[];
}

/** What 2020-12 reads and draft-07 does not. */
const LATER: ReadonlySet<string> = new Set([
  'prefixItems',
  'minContains',
  'maxContains',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
  '$dynamicRef',
  '$dynamicAnchor',
  '$anchor',
]);

const keyword = (name: string, original = name, ...tokens: readonly string[]): Keyword => ({
  name,
  original,
  tokens,
});

const dependencies = (value: Json): [Keyword, Json][] => {
  if (!isObject(value)) return [];
  const entries = Object.entries(value);
  const names = entries.filter(([, needed]) => isArray(needed));
  const schemas = entries.filter(([, needed]) => !isArray(needed));
  return [
    [keyword('dependentRequired', 'dependencies'), objectOf(names)],
    [keyword('dependentSchemas', 'dependencies'), objectOf(schemas)],
  ];
};

const fromDraft7 = (schema: JsonObject, name: string, value: Json): [Keyword, Json][] => {
  const isTuple = isArray(member(schema, 'items'));
  if (LATER.has(name)) return [];
  if (name === 'dependencies') return dependencies(value);
  if (name === 'items' && isTuple) return [[keyword('prefixItems', 'items'), value]];
  if (name === 'additionalItems') {
    return isTuple ? [[keyword('items', 'additionalItems'), value]] : [];
  }
  return [[keyword(name), value]];
};

/** The keywords of a schema object as 2020-12 spells them. */
export const asLatest = (schema: JsonObject, dialect: Dialect): [Keyword, Json][] =>
  Object.entries(schema).flatMap(([name, value]): [Keyword, Json][] =>
    dialect === 'draft-07' ? fromDraft7(schema, name, value) : [[keyword(name), value]],
  );
