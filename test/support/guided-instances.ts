/** Instances made after two schemas, so that one that tells them apart is likely to be among them. */
import { resolvePointer } from '#core/json/pointer.js';
import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '#core/json/value.js';
import { poolOf, type Pool } from './guided-pool.js';

/** The same numbers from 0 to 1 for the same seed, everywhere (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const LONGEST = 12;
const DEEPEST = 5;

class Grower {
  readonly #random: () => number;
  readonly #documents: readonly [Json, Json];
  readonly #pool: Pool;

  constructor(one: Json, other: Json, seed: number) {
    this.#random = randomFrom(seed);
    this.#documents = [one, other];
    this.#pool = poolOf(one, other);
  }

  /** Mostly after the first document, now and then after the second. */
  next(): Json {
    const document = this.#chance(0.8) ? this.#documents[0] : this.#documents[1];
    return this.#grow(document, [document], DEEPEST);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  /** The schemas, with all and some of their branches, that are to hold of one value. */
  #together(document: Json, schemas: readonly Json[], left: number): JsonObject[] {
    return schemas.filter(isObject).flatMap((schema) => {
      if (left === 0) return [schema];
      const target = member(schema, '$ref');
      const branches = ['anyOf', 'oneOf'].flatMap((keyword) => {
        const list = member(schema, keyword);
        return isArray(list) ? [this.#pick(list) ?? true] : [];
      });
      const all = member(schema, 'allOf');
      const condition = this.#chance(0.5) ? ['if', 'then'] : ['else'];
      const inner = [
        ...(typeof target === 'string' ? [resolvePointer(document, target.slice(1)) ?? true] : []),
        ...(isArray(all) ? all : []),
        ...branches,
        ...condition.map((keyword) => member(schema, keyword) ?? true),
      ];
      return [schema, ...this.#together(document, inner, left - 1)];
    });
  }

  #grow(document: Json, schemas: readonly Json[], left: number): Json {
    if (left === 0 || this.#chance(0.06)) return this.#any(left);
    const together = this.#together(document, schemas, 4);
    const listed = together.flatMap(valuesIn);
    if (listed.length > 0 && this.#chance(0.9)) return this.#pick(listed) ?? null;
    const type = this.#typeOf(together);
    if (type === 'object') return this.#object(document, together, left);
    if (type === 'array') return this.#array(document, together, left);
    return type === 'string' ? this.#string(together) : this.#scalar(type);
  }

  #scalar(type: string | undefined): Json {
    if (type === 'integer') return Math.round(this.#number());
    if (type === 'number') return this.#number();
    return type === 'boolean' ? this.#chance(0.5) : null;
  }

  #typeOf(together: readonly JsonObject[]): string {
    const stated = together.flatMap((schema) => {
      const type = member(schema, 'type');
      return type === undefined ? [] : [isArray(type) ? type : [type]];
    });
    const [first, ...others] = stated;
    if (first !== undefined) {
      const common = first.filter((type) => others.every((types) => types.includes(type)));
      return String(this.#pick(common.length > 0 ? common : first));
    }
    const hints = together.flatMap((schema) =>
      Object.keys(schema).flatMap((keyword) => HINTS.get(keyword) ?? []),
    );
    return this.#pick(this.#chance(0.7) && hints.length > 0 ? hints : TYPES) ?? 'null';
  }

  #any(left: number): Json {
    const { values, names, strings } = this.#pool;
    const listed = this.#chance(0.3) ? this.#pick(values) : undefined;
    if (listed !== undefined) return listed;
    const type = this.#pick(left > 0 ? TYPES : FLAT);
    if (type === 'string') return this.#pick(strings) ?? '';
    if (type !== 'array' && type !== 'object') return this.#scalar(type);
    const length = Math.floor(this.#random() * 3);
    const inner = Array.from({ length }, () => this.#any(left - 1));
    if (type === 'array') return inner;
    return objectOf(inner.map((value) => [this.#pick(names) ?? 'a', value] as const));
  }

  #number(): number {
    return this.#pick(this.#pool.numbers) ?? 0;
  }

  #string(together: readonly JsonObject[]): string {
    const text = this.#pick(this.#pool.strings) ?? '';
    const least = Math.min(LONGEST * 4, this.#limit(together, 'minLength', 0));
    const most = this.#limit(together, 'maxLength', Infinity);
    if (this.#chance(0.2)) return text;
    const long = text.padEnd(least, 'a');
    return long.length > most ? [...long].slice(0, most).join('') : long;
  }

  #limit(together: readonly JsonObject[], keyword: string, otherwise: number): number {
    const limits = together.map((schema) => member(schema, keyword));
    return this.#pick(limits.filter((limit) => typeof limit === 'number')) ?? otherwise;
  }

  #array(document: Json, together: readonly JsonObject[], left: number): Json {
    const least = Math.min(LONGEST, this.#limit(together, 'minItems', 0));
    const most = Math.min(LONGEST, this.#limit(together, 'maxItems', least + 3));
    const length = Math.max(0, Math.round(least + this.#random() * (most - least)));
    return Array.from({ length }, (_, at) => {
      const schemas = together.flatMap((schema) => this.#forItem(schema, at));
      return this.#grow(document, schemas, left - 1);
    });
  }

  #forItem(schema: JsonObject, at: number): Json[] {
    const items = member(schema, 'items');
    const contains = member(schema, 'contains');
    const tuple = isArray(items) ? items : member(schema, 'prefixItems');
    const own = isArray(tuple) ? tuple[at] : undefined;
    const rest = isArray(items) ? member(schema, 'additionalItems') : items;
    const some = contains !== undefined && this.#chance(0.5) ? [contains] : [];
    const here = own ?? rest;
    return here === undefined ? some : [here, ...some];
  }

  #object(document: Json, together: readonly JsonObject[], left: number): Json {
    const names = new Set([
      ...together.flatMap(requiredIn).filter(() => this.#chance(0.97)),
      ...together.flatMap(namesIn).filter(() => this.#chance(0.4)),
    ]);
    const least = Math.min(LONGEST, this.#limit(together, 'minProperties', 0));
    while (names.size < least) names.add(`${this.#pick(this.#pool.names) ?? 'k'}${names.size}`);
    if (this.#chance(0.25)) names.add(this.#pick(this.#pool.names) ?? 'a');
    return objectOf(
      [...names].map((name) => {
        const schemas = together.flatMap((schema) => forName(schema, name));
        return [name, this.#grow(document, schemas, left - 1)] as const;
      }),
    );
  }
}

const FLAT = ['null', 'boolean', 'integer', 'number', 'string'];
const TYPES = [...FLAT, 'array', 'object'];

const HINTS: ReadonlyMap<string, string> = new Map([
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'].map(
    (keyword) => [keyword, 'object'] as const,
  ),
  ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas'].map(
    (keyword) => [keyword, 'object'] as const,
  ),
  ...['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'].map(
    (keyword) => [keyword, 'array'] as const,
  ),
  ...['minLength', 'maxLength', 'pattern', 'format'].map((keyword) => [keyword, 'string'] as const),
  ...['minimum', 'maximum', 'multipleOf'].map((keyword) => [keyword, 'number'] as const),
]);

const valuesIn = (schema: JsonObject): Json[] => {
  const values = member(schema, 'enum');
  const value = member(schema, 'const');
  return [...(isArray(values) ? values : []), ...(value === undefined ? [] : [value])];
};

const requiredIn = (schema: JsonObject): string[] => {
  const required = member(schema, 'required');
  return isArray(required) ? required.filter((name) => typeof name === 'string') : [];
};

const namesIn = (schema: JsonObject): string[] => {
  const properties = member(schema, 'properties');
  return isObject(properties) ? Object.keys(properties) : [];
};

const forName = (schema: JsonObject, name: string): Json[] => {
  const properties = member(schema, 'properties');
  const own = isObject(properties) ? member(properties, name) : undefined;
  const others = member(schema, 'additionalProperties');
  return own === undefined ? (others === undefined ? [] : [others]) : [own];
};

/** So many instances; the same for the same two documents and seed, everywhere. */
export function* guidedInstances(one: Json, other: Json, count: number, seed: number) {
  const grower = new Grower(one, other, seed);
  for (let made = 0; made < count; made += 1) yield grower.next();
}
