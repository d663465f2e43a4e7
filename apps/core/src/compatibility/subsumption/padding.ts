/** What a witness against the rest of two schemas has to be given before it is one of the whole. */
import { isArray, isObject, objectOf, type Json, type JsonObject } from '../../json/value.js';

/** The properties that both schemas describe alike, at one place of an instance. */
export interface Padding {
  /** What both say of the property, apart from texts. */
  leaveOut(name: string, schema: Json): void;
  /** How the properties stand in each of the two schemas, so that what is given back does, too. */
  order(before: readonly string[], after: readonly string[]): void;
  /** To be given back, with a value of the schema. */
  give(name: string, schema: Json): void;
  property(name: string): Padding;
  /** Of the items from this index on. */
  items(from: number): Padding;
  /** Of the properties that have none of these names. */
  others(names: ReadonlySet<string>): Padding;
}

/** Which of the two schemas accepts the instance. */
export type Accepting = 'before' | 'after';

interface Items {
  readonly from: number;
  readonly inside: Place;
}

interface Others {
  readonly names: ReadonlySet<string>;
  readonly inside: Place;
}

const NO_NAMES = { before: [], after: [] } as const;
const NO_PLACES: ReadonlyMap<string, Place> = new Map();

/**
 * Which schema's value goes where. Most places are left as they are, and there are very many of
 * them: each is linked to the one above it only when something is left out there.
 */
export class Place implements Padding {
  #left: Map<string, Json> | null = null;
  #given: Map<string, Json> | null = null;
  #properties: Map<string, Place> | null = null;
  #names: Readonly<Record<Accepting, readonly string[]>> = NO_NAMES;
  #items: Items | null = null;
  #others: Others | null = null;
  readonly #link: (() => void) | null;

  constructor(link: (() => void) | null) {
    this.#link = link;
  }

  leaveOut(name: string, schema: Json): void {
    if (this.#left === null) this.#linkUp();
    this.#left = (this.#left ?? new Map<string, Json>()).set(name, schema);
  }

  order(before: readonly string[], after: readonly string[]): void {
    this.#names = { before, after };
  }

  give(name: string, schema: Json): void {
    this.#given = (this.#given ?? new Map<string, Json>()).set(name, schema);
  }

  property(name: string): Padding {
    return this.#below((place) => {
      this.#properties = (this.#properties ?? new Map<string, Place>()).set(name, place);
    });
  }

  items(from: number): Padding {
    return this.#below((inside) => {
      this.#items = { from, inside };
    });
  }

  others(names: ReadonlySet<string>): Padding {
    return this.#below((inside) => {
      this.#others = { names, inside };
    });
  }

  #below(put: (place: Place) => void): Place {
    const place: Place = new Place(() => {
      put(place);
      this.#linkUp();
    });
    return place;
  }

  #linkUp(): void {
    this.#link?.();
  }

  *schemas(): Generator<Json> {
    if (this.#given !== null) yield* this.#given.values();
    for (const inside of (this.#properties ?? NO_PLACES).values()) yield* inside.schemas();
    if (this.#items !== null) yield* this.#items.inside.schemas();
    if (this.#others !== null) yield* this.#others.inside.schemas();
  }

  isMetBy(value: Json): boolean {
    if (isArray(value)) {
      const items = this.#items;
      return items !== null && value.slice(items.from).some((item) => items.inside.isMetBy(item));
    }
    if (!isObject(value)) return false;
    return Object.entries(value).some(
      ([name, inner]) =>
        this.#left?.has(name) === true || this.#under(name)?.isMetBy(inner) === true,
    );
  }

  /** What the value has of all that was left out, each with the schema that both have for it. */
  *parts(value: Json): Generator<readonly [schema: Json, value: Json]> {
    if (isArray(value)) {
      const items = this.#items;
      if (items === null) return;
      for (const item of value.slice(items.from)) yield* items.inside.parts(item);
    }
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      const schema = this.#left?.get(name);
      if (schema !== undefined) yield [schema, inner];
      else yield* this.#under(name)?.parts(inner) ?? [];
    }
  }

  /** The schema with the properties that were left out of it, free to be anything. */
  filled(schema: Json): Json {
    if (!isObject(schema)) return schema;
    return objectOf(
      Object.entries(schema).map(([keyword, value]) => [keyword, this.#filledIn(keyword, value)]),
    );
  }

  #filledIn(keyword: string, value: Json): Json {
    if (isArray(value)) return keyword === 'required' ? [...value, ...this.#givenNames()] : value;
    if (!isObject(value)) return value;
    return keyword === 'properties'
      ? this.#filledProperties(value)
      : (this.#inside(keyword)?.filled(value) ?? value);
  }

  #inside(keyword: string): Place | undefined {
    if (keyword === 'items') return this.#items?.inside;
    return keyword === 'additionalProperties' ? this.#others?.inside : undefined;
  }

  #givenNames(): readonly string[] {
    return this.#given === null ? [] : [...this.#given.keys()];
  }

  #filledProperties(properties: JsonObject): Json {
    const filled = new Map(
      Object.entries(properties).map(([name, inner]): [string, Json] => [
        name,
        this.#properties?.get(name)?.filled(inner) ?? inner,
      ]),
    );
    for (const name of this.#left?.keys() ?? []) filled.set(name, true);
    return objectOf(filled);
  }

  pad(value: Json, from: Values): Json {
    if (isArray(value)) return this.#padItems(value, from);
    if (!isObject(value)) return value;
    const own = Object.entries(value).map(([name, inner]): [string, Json] => [
      name,
      this.#under(name)?.pad(inner, from) ?? inner,
    ]);
    if (this.#given === null) return objectOf(own);
    const padded = new Map(own);
    for (const [name, schema] of this.#given) padded.set(name, from.valueOf(schema));
    return objectOf(this.#inOrder(padded, from.accepting));
  }

  /** As the accepting schema declares them, then what it does not declare. */
  #inOrder(padded: ReadonlyMap<string, Json>, accepting: Accepting): [string, Json][] {
    const declared = this.#names[accepting].flatMap((name): [string, Json][] => {
      const value = padded.get(name);
      return value === undefined ? [] : [[name, value]];
    });
    if (declared.length === padded.size) return declared;
    const names = new Set(this.#names[accepting]);
    return [...declared, ...[...padded].filter(([name]) => !names.has(name))];
  }

  #padItems(value: readonly Json[], from: Values): Json {
    const items = this.#items;
    if (items === null) return value;
    return value.map((item, at) => (at < items.from ? item : items.inside.pad(item, from)));
  }

  #under(name: string): Place | undefined {
    const own = this.#properties?.get(name);
    if (own !== undefined || this.#others?.names.has(name) === true) return own;
    return this.#others?.inside;
  }
}

export interface Values {
  readonly accepting: Accepting;
  readonly valueOf: (schema: Json) => Json;
}
