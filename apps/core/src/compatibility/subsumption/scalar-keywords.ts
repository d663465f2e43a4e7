/** The keywords on numbers and strings, and `type`. */
import { isArray, member, type Json, type JsonObject } from '../../json/value.js';
import { WORLD, type Literal, type NumberBound, type StringTest } from './node.js';
import type { Store } from './store.js';

const TYPES: ReadonlyMap<string, number> = new Map([
  ['null', WORLD.null],
  ['boolean', WORLD.false | WORLD.true],
  ['number', WORLD.number],
  ['integer', WORLD.number],
  ['string', WORLD.string],
  ['array', WORLD.array],
  ['object', WORLD.object],
]);

const typeOf = (store: Store, value: Json): Literal => {
  const names = isArray(value) ? value : [value];
  let worlds = 0;
  for (const name of names) worlds |= typeof name === 'string' ? (TYPES.get(name) ?? 0) : 0;
  const known = store.worlds(worlds);
  return names.includes('number') || !names.includes('integer')
    ? known
    : store.and([known, store.test({ kind: 'integer' })]);
};

const BOUNDS: readonly NumberBound[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
];

const SCALAR: ReadonlySet<string> = new Set([
  ...['type', ...BOUNDS],
  ...['minLength', 'maxLength', 'pattern', 'format'],
  ...['title', 'description'],
]);

/** Whether nothing but these keywords stands there: so it is with most of the schemas there are. */
export const isScalar = (schema: JsonObject): boolean => {
  for (const keyword of Object.keys(schema)) if (!SCALAR.has(keyword)) return false;
  return true;
};

/** The value of a keyword that counts something, or undefined where it does not stand there. */
export const countOf = (schema: JsonObject, keyword: string): number | undefined => {
  const value = member(schema, keyword);
  return typeof value === 'number' ? value : undefined;
};

const stringTests = (schema: JsonObject): StringTest[] => {
  const tests: StringTest[] = [];
  const minLength = countOf(schema, 'minLength');
  const maxLength = countOf(schema, 'maxLength');
  const pattern = member(schema, 'pattern');
  const format = member(schema, 'format');
  if (minLength !== undefined) tests.push({ kind: 'minLength', limit: Math.ceil(minLength) });
  if (maxLength !== undefined) tests.push({ kind: 'maxLength', limit: Math.floor(maxLength) });
  if (typeof pattern === 'string') tests.push({ kind: 'pattern', source: pattern });
  if (typeof format === 'string') tests.push({ kind: 'format', name: format });
  return tests;
};

export const scalarKeywords = (store: Store, schema: JsonObject): Literal[] => {
  const parts: Literal[] = stringTests(schema).map((test) => store.test(test));
  for (const keyword of BOUNDS) {
    const limit = member(schema, keyword);
    if (typeof limit !== 'number') continue;
    parts.push(
      keyword === 'multipleOf' && limit <= 0
        ? store.unknown('keyword')
        : store.test({ kind: 'bound', keyword, limit }),
    );
  }
  const type = member(schema, 'type');
  if (type !== undefined) parts.push(typeOf(store, type));
  return parts;
};
