/** The values that a witness against the rest of two schemas has to be given, and how it is judged. */
import { isObject, member, objectOf, type Json, type JsonObject } from '../../json/value.js';
import { meaningOf } from '../../schema/meaning.js';
import { valueKey } from './equality.js';
import { Place, type Accepting, type Padding } from './padding.js';

/** An instance, and the schema that it has to satisfy. */
export interface Part {
  readonly schema: Json;
  readonly instance: Json;
}

/** All that is to be given back: one value for each of the different schemas. */
export class PaddingPlan {
  /** The document that the schemas are from, and whose definitions they refer to. */
  document: JsonObject = {};
  readonly #filled = new WeakMap<JsonObject, Json>();
  #last: { readonly key: string; readonly part: Part } | null = null;
  #isEmpty = true;
  readonly #root = new Place(() => {
    this.#isEmpty = false;
  });

  get root(): Padding {
    return this.#root;
  }

  /** An instance of it has the values to give; null where there are none to be given. */
  get schema(): Json | null {
    const schemas = new Map<string, Json>();
    for (const schema of this.#root.schemas()) schemas.set(meaningOf(schema), schema);
    return schemas.size === 0 ? null : this.#schemaOf(schemas);
  }

  #schemaOf(properties: ReadonlyMap<string, Json>): Json {
    const heads = HEADS.flatMap((keyword): [string, Json][] => {
      const value = member(this.document, keyword);
      return value === undefined ? [] : [[keyword, value]];
    });
    return objectOf([
      ...heads,
      ['type', 'object'],
      ['properties', objectOf(properties)],
      ['required', [...properties.keys()]],
    ]);
  }

  /**
   * The rest of one of the schemas with all that was left out, free to be anything. It and `partOf`
   * together accept what the whole accepts; and what it refuses, the whole refuses.
   */
  filled(rest: Json): Json {
    if (this.#isEmpty || !isObject(rest)) return rest;
    const known = this.#filled.get(rest) ?? this.#root.filled(rest);
    this.#filled.set(rest, known);
    return known;
  }

  /** All that the value has of what was left out, different things once; null where it has none. */
  partOf(value: Json): Part | null {
    const schemas = new Map<string, Json>();
    const values = new Map<string, Json>();
    const seen = new Set<string>();
    for (const [schema, inner] of this.#root.parts(value)) {
      const name = String(seen.size);
      if (seen.size === seen.add(`${valueKey(inner)} ${meaningOf(schema)}`).size) continue;
      schemas.set(name, schema);
      values.set(name, inner);
    }
    if (schemas.size === 0) return null;
    const key = JSON.stringify([...seen]);
    // One witness after the other is given the same values.
    if (this.#last?.key === key) return this.#last.part;
    const part = { schema: this.#schemaOf(schemas), instance: objectOf(values) };
    this.#last = { key, part };
    return part;
  }

  /** Whether the value has a property where one of that name was left out. */
  isMetBy(value: Json): boolean {
    return this.#root.isMetBy(value);
  }

  pad(value: Json, values: JsonObject, accepting: Accepting): Json {
    const valueOf = (schema: Json): Json => member(values, meaningOf(schema)) ?? null;
    return this.#root.pad(value, { accepting, valueOf });
  }
}

const HEADS = ['$schema', '$defs', 'definitions'];
