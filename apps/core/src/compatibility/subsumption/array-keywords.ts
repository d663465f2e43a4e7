/** The keywords on arrays. */
import { isArray, member, type Json, type JsonObject } from '../../json/value.js';
import { ALL_WORLDS, WORLD, type Literal } from './node.js';
import type { Place, Walker } from './place.js';
import { countOf } from './scalar-keywords.js';

/** How a dialect spells the items with a place of their own and the rest of them. */
const tupleOf = (
  { dialect }: Place,
  schema: JsonObject,
): { keyword: string; first: readonly Json[]; restKeyword: string; rest: Json | undefined } => {
  const items = member(schema, 'items');
  if (dialect === '2020-12') {
    const prefix = member(schema, 'prefixItems');
    const first = isArray(prefix) ? prefix : [];
    return { keyword: 'prefixItems', first, restKeyword: 'items', rest: items };
  }
  return isArray(items)
    ? {
        keyword: 'items',
        first: items,
        restKeyword: 'additionalItems',
        rest: member(schema, 'additionalItems'),
      }
    : { keyword: '', first: [], restKeyword: 'items', rest: items };
};

const itemTests = (walker: Walker, place: Place, schema: JsonObject): Literal[] => {
  const { store } = walker;
  const { keyword, first, restKeyword, rest } = tupleOf(place, schema);
  if (place.dialect === '2020-12' && isArray(member(schema, 'items'))) {
    // The tuple of older drafts, which validators of 2020-12 read in different ways.
    return [store.unknown('keyword')];
  }
  const tests = first.map((item, index) =>
    store.test({
      kind: 'itemAt',
      index,
      schema: walker.inside(place, item, keyword, String(index)),
    }),
  );
  if (rest !== undefined) {
    const inner = walker.inside(place, rest, restKeyword);
    tests.push(store.test({ kind: 'itemsFrom', index: first.length, schema: inner }));
  }
  return tests;
};

const containsTests = (walker: Walker, place: Place, schema: JsonObject): Literal[] => {
  const { store } = walker;
  const contains = member(schema, 'contains');
  if (contains === undefined) return [];
  const inner = walker.inside(place, contains, 'contains');
  const counted = place.dialect === '2020-12';
  const least = counted ? (countOf(schema, 'minContains') ?? 1) : 1;
  const most = counted ? countOf(schema, 'maxContains') : undefined;
  const tests = [store.test({ kind: 'atLeast', count: Math.ceil(least), schema: inner })];
  if (most !== undefined) {
    const more = { kind: 'atLeast', count: Math.floor(most) + 1, schema: inner } as const;
    // Negations hold of arrays alone, so what is no array has to be let through.
    tests.push(store.or([store.worlds(notArray), -store.test(more)]));
  }
  return tests;
};

const notArray = ALL_WORLDS & ~WORLD.array;

export const arrayKeywords = (walker: Walker, place: Place, schema: JsonObject): Literal[] => {
  const { store } = walker;
  const parts = [...itemTests(walker, place, schema), ...containsTests(walker, place, schema)];
  const least = countOf(schema, 'minItems');
  const most = countOf(schema, 'maxItems');
  if (least !== undefined) parts.push(store.test({ kind: 'minItems', limit: Math.ceil(least) }));
  if (most !== undefined) parts.push(store.test({ kind: 'maxItems', limit: Math.floor(most) }));
  if (member(schema, 'uniqueItems') === true) parts.push(store.test({ kind: 'unique' }));
  return parts;
};
