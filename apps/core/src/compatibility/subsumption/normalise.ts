/** From a document to its normal form. */
import { pointer } from '../../json/pointer.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { dialectOf, type Dialect } from '../../schema/dialect.js';
import { indexResources, type Resolved, type ResourceIndex } from '../../schema/resources.js';
import { splitFragment } from '../../schema/uri.js';
import { arrayKeywords } from './array-keywords.js';
import { constant, oneOfValues } from './constant.js';
import { FALSE, TRUE, type Literal } from './node.js';
import { objectKeywords } from './object-keywords.js';
import type { Place, Scope, Walker } from './place.js';
import { isScalar, scalarKeywords } from './scalar-keywords.js';
import type { Store } from './store.js';
import { unevaluatedKeywords } from './unevaluated.js';

/** References inside references, none of which has been read to its end. */
const MOST_OPEN = 400;

/** Steps for each schema that is read. */
const READING = 0.4;

const NOTHING_FOLLOWED: ReadonlySet<string> = new Set();

/**
 * The formula that a document means. What it cannot read becomes an `unknown` part, which leaves
 * undecided only the questions that hang on it. `name` tells the documents of one store apart.
 */
export const normalise = (store: Store, root: Json, name: string, fallback?: Dialect): Literal => {
  const dialect = dialectOf(root, fallback);
  if (dialect === null) return store.unknown('dialect');
  const index = indexResources(root, dialect);
  if (index.faults.length > 0) return store.unknown('keyword');
  return new Normaliser(store, index, name).root(root, dialect);
};

class Normaliser implements Walker {
  readonly store: Store;
  readonly #index: ResourceIndex;
  readonly #name: string;
  readonly #dynamicNames: ReadonlySet<string>;
  readonly #known = new Map<string, Literal>();
  /** Targets that are being read; the value turns true once one is met again inside itself. */
  readonly #open = new Map<string, { recursive: boolean }>();

  readonly #asked = new Set<string>();

  constructor(store: Store, index: ResourceIndex, name: string) {
    this.store = store;
    this.#index = index;
    this.#name = name;
    this.#dynamicNames = dynamicNames(index);
  }

  root(schema: Json, dialect: Dialect): Literal {
    const scope = this.#enter(new Map(), '');
    return this.follow({ schema, location: '', dialect, scope, followed: NOTHING_FOLLOWED });
  }

  inPlace(place: Place, schema: Json, ...tokens: readonly string[]): Literal {
    return this.#read(this.placeInside(place, schema, ...tokens));
  }

  inside(place: Place, schema: Json, ...tokens: readonly string[]): Literal {
    if (schema === true) return TRUE;
    if (schema === false) return FALSE;
    const inner = this.placeInside(place, schema, ...tokens);
    return this.#read({ ...inner, followed: NOTHING_FOLLOWED });
  }

  placeInside(place: Place, schema: Json, ...tokens: readonly string[]): Place {
    const location = pointer(place.location, ...tokens);
    if (!isObject(schema) || member(schema, '$id') === undefined) {
      return { ...place, schema, location };
    }
    const found = this.#index.resolve('', location);
    const resource = this.#index.resourceAt(location);
    const dialect = 'fault' in found ? place.dialect : found.dialect;
    return { ...place, schema, location, dialect, scope: this.#enter(place.scope, resource) };
  }

  unlessAsked<T>(place: Place, ask: () => T | null): T | null {
    const key = placeKey(this.#name, place);
    if (this.#asked.has(key)) return null;
    this.#asked.add(key);
    const answer = ask();
    this.#asked.delete(key);
    return answer;
  }

  follow(target: Place | null): Literal {
    if (target === null) return this.store.unknown('keyword');
    const key = placeKey(this.#name, target);
    if (target.followed.has(key)) return this.store.unknown('keyword');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const open = this.#open.get(key);
    if (open !== undefined) {
      open.recursive = true;
      return this.store.recursion(key);
    }
    if (this.#open.size >= MOST_OPEN) return this.store.unknown('budget');
    const state = { recursive: false };
    this.#open.set(key, state);
    const meaning = this.#read({ ...target, followed: new Set([...target.followed, key]) });
    this.#open.delete(key);
    this.#known.set(key, meaning);
    if (state.recursive) this.store.define(this.store.recursion(key), meaning);
    return meaning;
  }

  references(place: Place): readonly (Place | null)[] {
    const { schema } = place;
    if (!isObject(schema)) return [];
    const targets: (Place | null)[] = [];
    const ref = member(schema, '$ref');
    const dynamic = place.dialect === '2020-12' ? member(schema, '$dynamicRef') : undefined;
    if (typeof ref === 'string') targets.push(this.#target(place, ref, false));
    if (typeof dynamic === 'string') targets.push(this.#target(place, dynamic, true));
    return targets;
  }

  #target(place: Place, ref: string, dynamic: boolean): Place | null {
    const found = this.#index.resolve(ref, place.location);
    if ('fault' in found) return null;
    const target = dynamic ? this.#outermost(found, ref, place.scope) : found;
    const { pointer: location, schema, dialect, resource } = target;
    const scope = this.#enter(place.scope, resource);
    return { schema, location, dialect, scope, followed: place.followed };
  }

  /** A `$dynamicRef` whose first target is a `$dynamicAnchor` goes to the outermost of that name. */
  #outermost(found: Resolved, ref: string, scope: Scope): Resolved {
    const { fragment } = splitFragment(ref);
    const { schema } = found;
    const anchor = isObject(schema) ? member(schema, '$dynamicAnchor') : undefined;
    const outermost = anchor === fragment ? scope.get(fragment) : undefined;
    return (outermost !== undefined && this.#index.dynamicAnchor(outermost, fragment)) || found;
  }

  #enter(scope: Scope, resource: string): Scope {
    let entered: Map<string, string> | null = null;
    for (const name of this.#dynamicNames) {
      if (scope.has(name) || this.#index.dynamicAnchor(resource, name) === undefined) continue;
      entered ??= new Map(scope);
      entered.set(name, resource);
    }
    return entered ?? scope;
  }

  #read(place: Place): Literal {
    const { schema } = place;
    if (!isObject(schema)) return schema === false ? FALSE : TRUE;
    if (!this.store.spend(READING)) return this.store.unknown('budget');
    if (isScalar(schema)) return this.store.and(scalarKeywords(this.store, schema));
    const targets = this.references(place).map((target) => this.follow(target));
    if (place.dialect === 'draft-07' && targets.length > 0) return this.store.and(targets);
    return this.store.and([
      ...targets,
      ...scalarKeywords(this.store, schema),
      ...this.#constants(schema),
      ...this.#combinations(place, schema),
      ...arrayKeywords(this, place, schema),
      ...objectKeywords(this, place, schema),
      ...unevaluatedKeywords(this, place, schema),
    ]);
  }

  #constants(schema: JsonObject): Literal[] {
    const parts: Literal[] = [];
    const value = member(schema, 'const');
    const values = member(schema, 'enum');
    if (value !== undefined) parts.push(constant(this.store, value));
    if (isArray(values)) parts.push(oneOfValues(this.store, values));
    return parts;
  }

  #combinations(place: Place, schema: JsonObject): Literal[] {
    const { store } = this;
    const branches = (keyword: string): Literal[] | null => {
      const list = member(schema, keyword);
      return isArray(list)
        ? list.map((branch, at) => this.inPlace(place, branch, keyword, String(at)))
        : null;
    };
    const parts = branches('allOf') ?? [];
    const any = branches('anyOf');
    const one = branches('oneOf');
    const not = member(schema, 'not');
    if (any !== null) parts.push(store.or(any));
    if (one !== null) parts.push(store.one(one));
    if (not !== undefined) parts.push(-this.inPlace(place, not, 'not'));
    return [...parts, ...this.#condition(place, schema)];
  }

  #condition(place: Place, schema: JsonObject): Literal[] {
    const condition = member(schema, 'if');
    const [then, otherwise] = [member(schema, 'then'), member(schema, 'else')];
    if (condition === undefined || (then === undefined && otherwise === undefined)) return [];
    const holds = this.inPlace(place, condition, 'if');
    const parts: Literal[] = [];
    if (then !== undefined) parts.push(this.store.or([-holds, this.inPlace(place, then, 'then')]));
    if (otherwise !== undefined) {
      parts.push(this.store.or([holds, this.inPlace(place, otherwise, 'else')]));
    }
    return parts;
  }
}

/** Two visits of one schema mean the same if they agree on this. */
export const placeKey = (name: string, { location, scope, dialect }: Place): string =>
  JSON.stringify([name, location, dialect, ...scope]);

const dynamicNames = (index: ResourceIndex): ReadonlySet<string> => {
  // `meta` is what the references of the built-in meta-schemas ask for.
  const names = new Set<string>(['meta']);
  for (const { schema } of index.locations.values()) {
    const ref = isObject(schema) ? member(schema, '$dynamicRef') : undefined;
    if (typeof ref === 'string') names.add(splitFragment(ref).fragment);
  }
  return names;
};
