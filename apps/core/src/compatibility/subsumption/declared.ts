/** What a schema says of the properties of an object, all that judges the same instance included. */
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import type { Dialect } from '../../schema/dialect.js';
import type { ResourceIndex } from '../../schema/resources.js';
import { pointer } from '../../json/pointer.js';

/** A schema and where it stands. */
export interface Located {
  readonly schema: Json;
  readonly location: string;
  readonly dialect: Dialect;
}

export const within = (at: Located, schema: Json, ...tokens: readonly string[]): Located => ({
  schema,
  location: pointer(at.location, ...tokens),
  dialect: at.dialect,
});

export interface Declared {
  /** The names under `properties`, here and in every branch: of each schema that has any. */
  readonly names: readonly ReadonlySet<string>[];
  /** Some branch says something of the names that are not under `properties`. */
  readonly speaksOfOthers: boolean;
}

const NOTHING: Declared = { names: [], speaksOfOthers: false };

const OTHERS = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'] as const;

/** Where `$ref` leads; null where it leads nowhere or is none. */
export const targetOf = (index: ResourceIndex, at: Located): Located | null => {
  const ref = isObject(at.schema) ? member(at.schema, '$ref') : undefined;
  if (typeof ref !== 'string') return null;
  const found = index.resolve(ref, at.location);
  return 'fault' in found
    ? null
    : { schema: found.schema, location: found.pointer, dialect: found.dialect };
};

/** The branches of a schema that judge the same instance; `not` and `if` only test. */
export const branchesOf = (at: Located, schema: JsonObject): Located[] => {
  const branches: Located[] = [];
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = member(schema, keyword);
    if (!isArray(list)) continue;
    for (const [place, branch] of list.entries()) {
      branches.push(within(at, branch, keyword, String(place)));
    }
  }
  for (const keyword of ['then', 'else']) {
    const branch = member(schema, keyword);
    if (branch !== undefined) branches.push(within(at, branch, keyword));
  }
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const map = member(schema, keyword);
    if (!isObject(map)) continue;
    for (const [name, branch] of Object.entries(map)) {
      if (!isArray(branch)) branches.push(within(at, branch, keyword, name));
    }
  }
  return branches;
};

/** Many ways lead to one schema; all of them bring the same set. */
const sets = new WeakMap<JsonObject, readonly ReadonlySet<string>[]>();

const namesOf = (properties: JsonObject): readonly ReadonlySet<string>[] => {
  const known = sets.get(properties);
  if (known !== undefined) return known;
  const names = Object.keys(properties);
  const made = names.length === 0 ? [] : [new Set(names)];
  sets.set(properties, made);
  return made;
};

const own = (schema: JsonObject): Declared => {
  const properties = member(schema, 'properties');
  return {
    names: isObject(properties) ? namesOf(properties) : [],
    speaksOfOthers: OTHERS.some((keyword) => member(schema, keyword) !== undefined),
  };
};

const join = (all: readonly Declared[]): Declared => ({
  names: [...new Set(all.flatMap(({ names }) => names))],
  speaksOfOthers: all.some(({ speaksOfOthers }) => speaksOfOthers),
});

/** All of them, each once. */
const namesIn = ({ names }: Declared): ReadonlySet<string> => {
  const [first = new Set<string>(), ...more] = names;
  return more.length === 0 ? first : new Set(names.flatMap((some) => [...some]));
};

/** Longer chains of references are not followed: the schema is then closed a little less. */
const MOST_NESTED = 200;

/** Each schema is asked many times over, and many ways lead to it. */
const known = new WeakMap<ResourceIndex, Map<string, Declared>>();

/** `together` leaves out the branches that need not hold: those of anyOf, oneOf, then, else. */
export const declaredBy = (
  index: ResourceIndex,
  at: Located,
  branches: 'together' | 'all' = 'all',
  depth = 0,
): Declared => {
  const { schema } = at;
  if (!isObject(schema) || depth > MOST_NESTED) return NOTHING;
  const ofIndex = known.get(index) ?? new Map<string, Declared>();
  known.set(index, ofIndex);
  const key = `${branches} ${at.location}`;
  const found = ofIndex.get(key);
  if (found !== undefined) return found;
  // A circle declares nothing the second time round.
  ofIndex.set(key, NOTHING);
  const declared = declaredHere(index, { ...at, schema }, branches, depth + 1);
  ofIndex.set(key, declared);
  return declared;
};

const declaredHere = (
  index: ResourceIndex,
  at: Located & { readonly schema: JsonObject },
  branches: 'together' | 'all',
  depth: number,
): Declared => {
  const { schema } = at;
  const target = targetOf(index, at);
  const follow = (next: Located): Declared => declaredBy(index, next, branches, depth);
  const referred = target === null ? NOTHING : follow(target);
  if (target !== null && at.dialect === 'draft-07') return referred;
  const followed = branchesOf(at, schema).filter(
    ({ location }) => branches === 'all' || isUnder(at, location, 'allOf'),
  );
  return join([own(schema), referred, ...followed.map(follow)]);
};

/**
 * The names that more than one of the schemas which hold together declares. Their values are
 * described in pieces, so that no single piece can be closed.
 */
export const sharedNames = (index: ResourceIndex, at: Located): ReadonlySet<string> => {
  const { schema } = at;
  if (!isObject(schema)) return NO_NAMES;
  const target = targetOf(index, at);
  const branches = branchesOf(at, schema);
  if (target === null && branches.length === 0) return NO_NAMES;
  const isTogether = ({ location }: Located): boolean => isUnder(at, location, 'allOf');
  const of = (one: Located): ReadonlySet<string> => namesIn(declaredBy(index, one));
  const together = [
    namesIn(own(schema)),
    ...(target === null ? [] : [of(target)]),
    ...branches.filter(isTogether).map(of),
  ];
  return sharedAmong(together, branches.filter((one) => !isTogether(one)).map(of));
};

const NO_NAMES: ReadonlySet<string> = new Set();

/** In two of those together, or in one of them and in one of the others. */
const sharedAmong = (
  together: readonly ReadonlySet<string>[],
  others: readonly ReadonlySet<string>[],
): ReadonlySet<string> => {
  const [largest = NO_NAMES, ...smaller] = together.toSorted((a, b) => b.size - a.size);
  const seen = new Set<string>();
  const shared = new Set<string>();
  const isKnown = (name: string): boolean => seen.has(name) || largest.has(name);
  // The largest is looked up, not gone through: thousands may refer to one of thousands of names.
  for (const names of smaller) {
    for (const name of names) {
      if (isKnown(name)) shared.add(name);
      seen.add(name);
    }
  }
  for (const names of others) for (const name of names) if (isKnown(name)) shared.add(name);
  return shared;
};

const isUnder = (at: Located, location: string, keyword: string): boolean =>
  location.startsWith(`${at.location}/${keyword}/`);
