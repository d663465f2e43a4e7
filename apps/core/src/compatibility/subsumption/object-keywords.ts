/** The keywords on objects. */
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { FALSE, TRUE, WORLD, type KeySet, type Literal } from './node.js';
import type { Place, Walker } from './place.js';
import { countOf } from './scalar-keywords.js';
import type { Store } from './store.js';

const entriesOf = (value: Json | undefined): [string, Json][] =>
  isObject(value) ? Object.entries(value) : [];

const namesIn = (value: Json | undefined): string[] =>
  isArray(value) ? value.filter((name) => typeof name === 'string') : [];

/** Every key but these names and those that match these patterns. */
export const otherKeys = (names: Iterable<string>, patterns: Iterable<string>): KeySet => ({
  kind: 'other',
  names: [...new Set(names)].sort(),
  patterns: [...new Set(patterns)].sort(),
});

/** True of the objects that own this key, and of nothing else. */
export const isObjectWith = (store: Store, name: string): Literal =>
  store.and([store.worlds(WORLD.object), store.test({ kind: 'has', name })]);

const valueTests = (walker: Walker, place: Place, schema: JsonObject): Literal[] => {
  const { store } = walker;
  const properties = entriesOf(member(schema, 'properties'));
  const patterns = entriesOf(member(schema, 'patternProperties'));
  const additional = member(schema, 'additionalProperties');
  const all = (keys: KeySet, inner: Literal): Literal =>
    store.test({ kind: 'all', keys, schema: inner });
  const tests = properties.map(([name, inner]) =>
    all({ kind: 'name', name }, walker.inside(place, inner, 'properties', name)),
  );
  for (const [source, inner] of patterns) {
    const keys: KeySet = { kind: 'pattern', source };
    tests.push(all(keys, walker.inside(place, inner, 'patternProperties', source)));
  }
  if (additional !== undefined) {
    const keys = otherKeys(
      properties.map(([name]) => name),
      patterns.map(([source]) => source),
    );
    tests.push(all(keys, walker.inside(place, additional, 'additionalProperties')));
  }
  return tests;
};

const nameTests = (walker: Walker, place: Place, schema: JsonObject): Literal[] => {
  const names = member(schema, 'propertyNames');
  if (names === undefined) return [];
  const { store } = walker;
  const onStrings = store.and([
    store.worlds(WORLD.string),
    walker.inside(place, names, 'propertyNames'),
  ]);
  if (onStrings === store.worlds(WORLD.string)) return [];
  if (onStrings === FALSE) return [store.test({ kind: 'maxProperties', limit: 0 })];
  const keys: KeySet = { kind: 'failing', schema: onStrings };
  return [store.test({ kind: 'all', keys, schema: FALSE })];
};

const dependencyTests = (walker: Walker, place: Place, schema: JsonObject): Literal[] => {
  const { store } = walker;
  const keywords =
    place.dialect === 'draft-07' ? ['dependencies'] : ['dependentRequired', 'dependentSchemas'];
  const tests: Literal[] = [];
  for (const keyword of keywords) {
    for (const [name, needed] of entriesOf(member(schema, keyword))) {
      const lacks = -isObjectWith(store, name);
      const then = isArray(needed)
        ? store.and(namesIn(needed).map((other) => store.test({ kind: 'has', name: other })))
        : walker.inPlace(place, needed, keyword, name);
      tests.push(store.or([lacks, then]));
    }
  }
  // Left over from older drafts; some validators of 2020-12 honour it and some do not.
  const stray = place.dialect === '2020-12' ? entriesOf(member(schema, 'dependencies')) : [];
  if (stray.length > 0) tests.push(store.unknown('keyword'));
  return tests;
};

export const objectKeywords = (walker: Walker, place: Place, schema: JsonObject): Literal[] => {
  const { store } = walker;
  const parts = [
    ...valueTests(walker, place, schema),
    ...nameTests(walker, place, schema),
    ...dependencyTests(walker, place, schema),
    ...namesIn(member(schema, 'required')).map((name) => store.test({ kind: 'has', name })),
  ];
  const least = countOf(schema, 'minProperties');
  const most = countOf(schema, 'maxProperties');
  if (least !== undefined) {
    parts.push(store.test({ kind: 'minProperties', limit: Math.ceil(least) }));
  }
  if (most !== undefined) {
    parts.push(store.test({ kind: 'maxProperties', limit: Math.floor(most) }));
  }
  return parts.filter((part) => part !== TRUE);
};
