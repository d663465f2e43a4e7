/** What a witness against the rest of two schemas has to be given before it is one of the whole. */
import { canonicalJson } from '../../json/canonical.js';
import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '../../json/value.js';
import { rememberEach } from './remember.js';

/** The properties that both schemas describe alike, at one place of an instance. */
export interface Padding {
  leaveOut(name: string): void;
  /** To be given back, with a value of the schema. */
  give(name: string, schema: Json): void;
  property(name: string): Padding;
  /** Of the items from this index on. */
  items(from: number): Padding;
  /** Of the properties that have none of these names. */
  others(names: ReadonlySet<string>): Padding;
}

/** Which schema's value goes where. */
class Place implements Padding {
  readonly #left = new Set<string>();
  readonly #given = new Map<string, Json>();
  readonly #properties = new Map<string, Place>();
  #items: { readonly from: number; readonly inside: Place } | null = null;
  #others: { readonly names: ReadonlySet<string>; readonly inside: Place } | null = null;

  leaveOut(name: string): void {
    this.#left.add(name);
  }

  give(name: string, schema: Json): void {
    this.#given.set(name, schema);
  }

  property(name: string): Padding {
    const place = new Place();
    this.#properties.set(name, place);
    return place;
  }

  items(from: number): Padding {
    const inside = new Place();
    this.#items = { from, inside };
    return inside;
  }

  others(names: ReadonlySet<string>): Padding {
    const inside = new Place();
    this.#others = { names, inside };
    return inside;
  }

  *schemas(): Generator<Json> {
    yield* this.#given.values();
    for (const inside of this.#properties.values()) yield* inside.schemas();
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
      ([name, inner]) => this.#left.has(name) || this.#under(name)?.isMetBy(inner) === true,
    );
  }

  pad(value: Json, valueOf: (schema: Json) => Json): Json {
    if (isArray(value)) return this.#padItems(value, valueOf);
    if (!isObject(value)) return value;
    const own = Object.entries(value).map(([name, inner]): [string, Json] => [
      name,
      this.#under(name)?.pad(inner, valueOf) ?? inner,
    ]);
    const given = [...this.#given].map(([name, schema]): [string, Json] => [name, valueOf(schema)]);
    return objectOf([...own, ...given]);
  }

  #padItems(value: readonly Json[], valueOf: (schema: Json) => Json): Json {
    const items = this.#items;
    if (items === null) return value;
    return value.map((item, at) => (at < items.from ? item : items.inside.pad(item, valueOf)));
  }

  #under(name: string): Place | undefined {
    const own = this.#properties.get(name);
    if (own !== undefined || this.#others?.names.has(name) === true) return own;
    return this.#others?.inside;
  }
}

/** All that is to be given back: one value for each of the different schemas. */
export class PaddingPlan {
  /** The document that the schemas are from, and whose definitions they refer to. */
  document: JsonObject = {};
  readonly #root = new Place();

  get root(): Padding {
    return this.#root;
  }

  /** An instance of it has the values to give; null where there are none to be given. */
  get schema(): Json | null {
    const schemas = new Map<string, Json>();
    for (const schema of this.#root.schemas()) schemas.set(meaningOf(schema), schema);
    if (schemas.size === 0) return null;
    const heads = HEADS.flatMap((keyword): [string, Json][] => {
      const value = member(this.document, keyword);
      return value === undefined ? [] : [[keyword, value]];
    });
    return objectOf([
      ...heads,
      ['type', 'object'],
      ['properties', objectOf(schemas)],
      ['required', [...schemas.keys()]],
    ]);
  }

  /** Whether the value has a property where one of that name was left out. */
  isMetBy(value: Json): boolean {
    return this.#root.isMetBy(value);
  }

  pad(value: Json, values: JsonObject): Json {
    return this.#root.pad(value, (schema) => member(values, meaningOf(schema)) ?? null);
  }
}

/** What a schema says; schemas of one meaning are given one value. */
const meaningOf = (schema: Json): string => meanings(schema, '');

const meanings = rememberEach((schema) =>
  canonicalJson(isObject(schema) ? withoutTexts(schema) : schema),
);

const HEADS = ['$schema', '$defs', 'definitions'];

const withoutTexts = (schema: JsonObject): Json =>
  objectOf(Object.entries(schema).filter(([keyword]) => !TEXTS.has(keyword)));

/** Keywords that say nothing of instances. */
export const TEXTS: ReadonlySet<string> = new Set([
  ...['title', 'description', '$comment', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
]);
