/** `const` and `enum` in the normal form. */
import { canonicalJson } from '../../json/canonical.js';
import { isArray, isObject, type Json, type JsonObject } from '../../json/value.js';
import { FALSE, WORLD, type Literal } from './node.js';
import type { Store } from './store.js';

/** The world that a value lives in. */
export const worldOf = (value: Json): number => {
  if (value === null) return WORLD.null;
  if (typeof value === 'boolean') return value ? WORLD.true : WORLD.false;
  if (typeof value === 'number') return WORLD.number;
  if (typeof value === 'string') return WORLD.string;
  return isArray(value) ? WORLD.array : WORLD.object;
};

/** Holds of this value and of no other. */
export const constant = (store: Store, value: Json): Literal => {
  if (isArray(value)) return constantArray(store, value);
  if (isObject(value)) return constantObject(store, value);
  return oneOfScalars(store, [value]);
};

/** Holds of these values and of no others. */
export const oneOfValues = (store: Store, values: readonly Json[]): Literal => {
  const scalars = values.filter((value) => !isArray(value) && !isObject(value));
  const others = new Map<string, Literal>();
  for (const value of values) {
    if (isArray(value) || isObject(value)) others.set(canonicalJson(value), constant(store, value));
  }
  return store.or([oneOfScalars(store, scalars), ...others.values()]);
};

const oneOfScalars = (store: Store, values: readonly Json[]): Literal => {
  if (values.length === 0) return FALSE;
  let worlds = 0;
  for (const value of values) worlds |= worldOf(value);
  return store.scalars(
    worlds,
    values.filter((value) => typeof value === 'number'),
    values.filter((value) => typeof value === 'string'),
  );
};

const constantArray = (store: Store, value: readonly Json[]): Literal =>
  store.and([
    store.worlds(WORLD.array),
    store.test({ kind: 'minItems', limit: value.length }),
    store.test({ kind: 'maxItems', limit: value.length }),
    ...value.map((item, index) =>
      store.test({ kind: 'itemAt', index, schema: constant(store, item) }),
    ),
  ]);

const constantObject = (store: Store, value: JsonObject): Literal => {
  const names = Object.keys(value).sort();
  return store.and([
    store.worlds(WORLD.object),
    ...names.map((name) => store.test({ kind: 'has', name })),
    ...Object.entries(value).map(([name, inner]) =>
      store.test({ kind: 'all', keys: { kind: 'name', name }, schema: constant(store, inner) }),
    ),
    store.test({ kind: 'all', keys: { kind: 'other', names, patterns: [] }, schema: FALSE }),
  ]);
};
