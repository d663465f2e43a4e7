/** What two schemas do not say alike: the question about them is the question about this. */
import { isSame } from '../../json/same.js';
import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '../../json/value.js';
import { definitionsOf } from '../../schema/definitions.js';
import { TEXTS } from '../../schema/meaning.js';
import type { Accepting, Padding } from './padding.js';
import { PaddingPlan } from './padding-plan.js';
import {
  isPlainlyReferred,
  plainReference,
  refersOnlyTo,
  sharedDefinitions,
  targetOf,
  withoutIdleDefinitions,
} from './references.js';

export interface Difference {
  readonly a: Json;
  readonly b: Json;
  /** The names of the properties that were left out. */
  readonly left: ReadonlySet<string>;
  /** Where they were left out, an instance that has none of them is judged alike. */
  readonly padding: PaddingPlan;
  /** Which of the two that were first asked about `a` is. */
  readonly accepting: Accepting;
}

/**
 * Both schemas without the properties that they describe alike, required by both or by none,
 * wherever nothing but `properties`, and items and others that are the same ones in both, leads
 * from the root. If some instance is valid under `a` and not under `b`, it stays so without these
 * properties, and no keyword that is let pass here tells the difference. So what holds of the rest
 * holds of the whole, read as it is written or closed; and a witness against the rest, given what
 * both require, is one against the whole unless it has such a property there.
 */
export const differenceOf = (a: Json, b: Json): Difference => {
  if (!isObject(a) || !isObject(b)) return undivided(a, b);
  const found = known.get(a)?.get(b);
  if (found !== undefined) return found;
  const difference = findDifference(a, b);
  remember(difference, a, b);
  // The same question the other way round, with the same schemas, so that what is made of them is.
  remember({ ...difference, a: difference.b, b: difference.a, accepting: 'after' }, b, a);
  return difference;
};

/** The two as they are. */
export const undivided = (a: Json, b: Json): Difference => ({
  a,
  b,
  left: new Set(),
  padding: new PaddingPlan(),
  accepting: 'before',
});

const known = new WeakMap<Json & object, WeakMap<Json & object, Difference>>();

const remember = (difference: Difference, a: JsonObject, b: JsonObject): void => {
  const ofA = known.get(a) ?? new WeakMap<Json & object, Difference>();
  known.set(a, ofA.set(b, difference));
};

const findDifference = (a: JsonObject, b: JsonObject): Difference => {
  const whole = undivided(a, b);
  const isAlike = isSame(member(a, '$schema') ?? null, member(b, '$schema') ?? null);
  if (!isAlike || !isPlainlyReferred(a) || !isPlainlyReferred(b)) return whole;
  const walk = new Walk(definitionsOf(a), definitionsOf(b));
  const rest = walk.rest({ a, b, inlined: [], padding: walk.padding.root });
  if (walk.left.size === 0) return whole;
  walk.padding.document = a;
  const [restA, restB] = [documentOf(rest.a, a), documentOf(rest.b, b)];
  const { left, padding } = walk;
  const [onlyA, onlyB] = [withoutIdleDefinitions(restA), withoutIdleDefinitions(restB)];
  return { a: onlyA, b: onlyB, left, padding, accepting: 'before' };
};

/** With the dialect and the definitions of the document, where a reference was its root. */
const documentOf = (rest: JsonObject, document: JsonObject): JsonObject => {
  const heads = DOCUMENT.filter((keyword) => member(rest, keyword) === undefined);
  return objectOf([
    ...heads.flatMap((keyword): [string, Json][] => {
      const value = member(document, keyword);
      return value === undefined ? [] : [[keyword, value]];
    }),
    ...Object.entries(rest),
  ]);
};

const DOCUMENT = ['$schema', '$defs', 'definitions'];

interface Couple {
  readonly a: JsonObject;
  readonly b: JsonObject;
  /** The references put into their places on the way here. */
  readonly inlined: readonly string[];
  readonly padding: Padding;
}

/** So many references are put into their places at most, so that no document grows by it. */
const MOST_INLINED = 40;

/** And so many properties are looked at: what comes after them is asked about as it is. */
const MOST_COMPARED = 10_000;

class Walk {
  readonly left = new Set<string>();
  readonly padding = new PaddingPlan();
  readonly #definitions: readonly [ReadonlyMap<string, Json>, ReadonlyMap<string, Json>];
  readonly #shared: ReadonlySet<string>;
  #leftOut = 0;
  #inlined = 0;
  #compared = 0;

  constructor(one: ReadonlyMap<string, Json>, other: ReadonlyMap<string, Json>) {
    this.#definitions = [one, other];
    this.#shared = sharedDefinitions(one, other);
  }

  rest(given: Couple): Couple {
    const couple = this.#seenThrough(given);
    if (couple === null || isBeyond(couple.a) || isBeyond(couple.b)) return given;
    const before = this.#leftOut;
    const inside = [...this.#properties(couple), this.#items(couple), this.#others(couple)];
    if (this.#leftOut === before) return given;
    const [a, b] = inside.reduce<readonly [JsonObject, JsonObject]>(
      (both, change) => [replaced(both[0], change, 'a'), replaced(both[1], change, 'b')],
      [couple.a, couple.b],
    );
    return { ...given, a, b };
  }

  /** Where both have the same places before them. */
  #items(couple: Couple): Change | null {
    const [one, other] = [couple.a, couple.b].map((schema) => placesIn(schema));
    return one === other ? this.#inwards(couple, 'items', couple.padding.items(one ?? 0)) : null;
  }

  /** Of properties without a name of their own, where these are the same ones in both. */
  #others(couple: Couple): Change | null {
    if (!isObject(member(couple.a, 'additionalProperties'))) return null;
    const names = namesIn(couple.a);
    const isSameNames = isSame([...names].sort(), [...namesIn(couple.b)].sort());
    const padding = couple.padding.others(names);
    return isSameNames ? this.#inwards(couple, 'additionalProperties', padding) : null;
  }

  #inwards(couple: Couple, keyword: string, padding: Padding): Change | null {
    const [one, other] = [member(couple.a, keyword), member(couple.b, keyword)];
    if (!isObject(one) || !isObject(other)) return null;
    const { a, b } = this.rest({ ...couple, a: one, b: other, padding });
    return { keyword, a, b };
  }

  #properties(couple: Couple): (Change | null)[] {
    const [before, after] = [member(couple.a, 'properties'), member(couple.b, 'properties')];
    if (!isObject(before) || !isObject(after)) return [];
    const [wasRequired, isRequired] = [requiredBy(couple.a), requiredBy(couple.b)];
    const [a, b] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
    this.#compared += a.size;
    if (this.#compared > MOST_COMPARED) return [];
    couple.padding.order([...a.keys()], [...b.keys()]);
    const given = new Set<string>();
    for (const [name, one] of Object.entries(before)) {
      const other = member(after, name);
      if (other === undefined) continue;
      if (!this.#isAlike(one, other)) {
        const inner = this.#insideProperty(couple, name, one, other);
        a.set(name, inner.a);
        b.set(name, inner.b);
      } else if (wasRequired.has(name) === isRequired.has(name)) {
        this.#leaveOut(name, a, b);
        couple.padding.leaveOut(name, one);
        if (!isRequired.has(name)) continue;
        given.add(name);
        couple.padding.give(name, one);
      }
    }
    return [
      { keyword: 'properties', a: objectOf(a), b: objectOf(b) },
      given.size === 0
        ? null
        : {
            keyword: 'required',
            a: [...wasRequired].filter((name) => !given.has(name)),
            b: [...isRequired].filter((name) => !given.has(name)),
          },
    ];
  }

  #insideProperty(
    couple: Couple,
    name: string,
    one: Json,
    other: Json,
  ): { readonly a: Json; readonly b: Json } {
    if (!isObject(one) || !isObject(other)) return { a: one, b: other };
    if (!leadsOn(one) || !leadsOn(other)) return { a: one, b: other };
    const padding = couple.padding.property(name);
    return this.rest({ ...couple, a: one, b: other, padding });
  }

  #leaveOut(name: string, a: Map<string, Json>, b: Map<string, Json>): void {
    this.left.add(name);
    this.#leftOut += 1;
    // An object that declares properties is closed, and one that declares none is not.
    const isLast = a.size === 1 || b.size === 1;
    for (const properties of [a, b]) {
      if (isLast) properties.set(name, true);
      else properties.delete(name);
    }
  }

  #isAlike(one: Json, other: Json): boolean {
    return isSameApartFromTexts(one, other) && refersOnlyTo(one, this.#shared);
  }

  /** With what a reference leads to in its place; null where that leads round, or on and on. */
  #seenThrough(couple: Couple): Couple | null {
    const references = [plainReference(couple.a), plainReference(couple.b)];
    if (references.every((reference) => reference === null)) return couple;
    const key = references.join(' ');
    this.#inlined += 1;
    if (couple.inlined.includes(key) || this.#inlined > MOST_INLINED) return null;
    const a = targetOf(couple.a, this.#definitions[0]);
    const b = targetOf(couple.b, this.#definitions[1]);
    if (!isObject(a) || !isObject(b)) return null;
    return this.#seenThrough({ ...couple, a, b, inlined: [...couple.inlined, key] });
  }
}

interface Change {
  readonly keyword: string;
  readonly a: Json;
  readonly b: Json;
}

const replaced = (schema: JsonObject, change: Change | null, side: 'a' | 'b'): JsonObject => {
  if (change === null) return schema;
  const { keyword } = change;
  return objectOf(
    Object.entries(schema).map(([name, value]) => [name, name === keyword ? change[side] : value]),
  );
};

/** Keywords that may tell an instance from the same without some of its properties. */
const TELLING: readonly string[] = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['dependentRequired', 'dependentSchemas', 'dependencies'],
  ...['patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'uniqueItems', 'contains'],
  ...['enum', 'const', '$ref', '$dynamicRef'],
];

const isBeyond = (schema: JsonObject): boolean =>
  TELLING.some((keyword) => member(schema, keyword) !== undefined);

/** Whether there is anything inside that could be left out. */
const leadsOn = (schema: JsonObject): boolean =>
  LEADING.some((keyword) => member(schema, keyword) !== undefined);

const LEADING = ['$ref', 'properties', 'items', 'additionalProperties'] as const;

const requiredBy = (schema: JsonObject): ReadonlySet<string> => {
  const names = member(schema, 'required');
  return new Set(isArray(names) ? names.filter((name) => typeof name === 'string') : []);
};

const namesIn = (schema: JsonObject): ReadonlySet<string> => {
  const properties = member(schema, 'properties');
  return new Set(isObject(properties) ? Object.keys(properties) : []);
};

/** How many items have a schema of their own. */
const placesIn = (schema: JsonObject): number => {
  const places = member(schema, 'prefixItems');
  return isArray(places) ? places.length : 0;
};

/** Inside, a text that differs makes a difference: it may stand in a value. */
const isSameApartFromTexts = (one: Json, other: Json): boolean => {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return isSame(one, other);
  const [own, counterparts] = [one, other].map((schema) =>
    Object.keys(schema).filter((keyword) => !TEXTS.has(keyword)),
  );
  if (own?.length !== counterparts?.length) return false;
  return (own ?? []).every((keyword) => {
    const [value, counterpart] = [member(one, keyword), member(other, keyword)];
    return value !== undefined && counterpart !== undefined && isSame(value, counterpart);
  });
};
