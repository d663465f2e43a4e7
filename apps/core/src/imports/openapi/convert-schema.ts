import { sha256Hex } from '../../json/digest.js';
import { parsePointer, pointer } from '../../json/pointer.js';
import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '../../json/value.js';
import { PLACES, type Place } from '../../schema/dialect.js';
import type { SetAside } from '../tools-list/set-aside.js';
import {
  hasWholeJsonSchema,
  isOwnDialect,
  readsDefaultDialect,
  type OpenApiDocument,
} from './document.js';
import { hiddenNames, type Direction } from './hidden-names.js';
import { isIndexed, onlyDynamic } from './identifiers.js';
import { translate } from './keywords.js';
import { lookUp, type Located } from './look-up.js';

/** One schema of the document in 2020-12, apart from the definitions that it refers to. */
export interface Converted {
  readonly schema: Json;
  /** Where in the document those stand. */
  readonly refers: ReadonlySet<string>;
  readonly faults: readonly SetAside[];
  /** What was left out because the edition knows no such keyword. */
  readonly ignored: ReadonlySet<string>;
}

/** A schema that was made here and refers to nothing. */
export const plain = (schema: Json): Converted => ({
  schema,
  refers: new Set(),
  faults: [],
  ignored: new Set(),
});

/** A schema that was made of others. */
export const combined = (schema: Json, parts: readonly Converted[]): Converted => ({
  schema,
  refers: new Set(parts.flatMap(({ refers }) => [...refers])),
  faults: parts.flatMap(({ faults }) => faults),
  ignored: new Set(parts.flatMap(({ ignored }) => [...ignored])),
});

const NOTHING_HIDDEN: ReadonlySet<string> = new Set();

/**
 * Converts the schema at one place. A reference becomes one to `#/$defs/<name>`, whatever stands
 * there; nothing is written out in its place, so that recursion stays and size does not multiply.
 */
export const convertSchema = (
  document: OpenApiDocument,
  direction: Direction,
  { value, pointer: at }: Located,
): Converted => {
  const conversion = new Conversion(document, direction);
  const schema = conversion.schema(value, at, NOTHING_HIDDEN);
  if (isObject(value) && member(value, '$schema') === undefined && !readsDefaultDialect(document)) {
    conversion.fault('dialect-unsupported', '/jsonSchemaDialect', OTHER_DIALECT);
  }
  const unreadable = document.unreadable.filter(({ pointer: where }) => touches(where, at));
  const { refers, ignored, faults } = conversion;
  return { schema, refers, ignored, faults: [...unreadable, ...faults] };
};

/** Whether one place is in the other: a key that stands twice spoils all that is below it. */
export const touches = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

const HOME = /^\/(?:components\/schemas|definitions)\/([A-Za-z0-9._-]{1,64})$/;

/**
 * What a definition is called under `$defs`: its own name where it stands where definitions do,
 * else the end of its path with a hash of the whole, which depends on nothing else.
 */
export const definitionName = (at: string): string => {
  const own = HOME.exec(at)?.[1];
  if (own !== undefined && !HASHED.test(own)) return own;
  const last = (parsePointer(at) ?? []).at(-1) ?? '';
  const readable = last.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 48);
  return `${readable}_${sha256Hex(at).slice(0, 12)}`;
};

const OTHER_DIALECT =
  'The schema is written in a dialect that is not read here: 2020-12 and the one of OpenAPI are.';

const HASHED = /_[0-9a-f]{12}$/;

class Conversion {
  readonly refers = new Set<string>();
  readonly faults: SetAside[] = [];
  readonly ignored = new Set<string>();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly direction: Direction,
  ) {}

  /** `hidden` are the properties that a schema around it, on the same object, hides. */
  schema(value: Json, at: string, hidden: ReadonlySet<string>): Json {
    if (typeof value === 'boolean') return value;
    if (!isObject(value)) {
      this.fault('schema-malformed', at, 'A schema is an object.');
      return true;
    }
    const isNew = hasWholeJsonSchema(this.document.edition);
    const ref = member(value, '$ref');
    if (ref !== undefined && !isNew) return { $ref: this.reference(ref, at) };
    if (isNew) this.refuseOtherBases(value, at);
    const { keywords, ignored } = translate(value, this.document.edition);
    for (const word of ignored) this.ignored.add(word);
    const own = hiddenNames(this.document, this.direction, value, at);
    const hiddenHere = own.size === 0 ? hidden : new Set([...hidden, ...own]);
    const entries = [...keywords].flatMap(([word, inner]) =>
      this.keyword(word, inner, { value, at, hidden: hiddenHere }),
    );
    const target = ref === undefined ? this.dynamicReference(value, at) : this.reference(ref, at);
    const first: [string, Json][] = target === null ? [] : [['$ref', target]];
    return objectOf([...first, ...entries]);
  }

  private keyword(word: string, value: Json, here: Here): [string, Json][] {
    const { at, hidden } = here;
    switch (word) {
      case 'properties':
        return [[word, this.properties(value, pointer(at, word), hidden)]];
      case 'required':
        return requiredWithout(hidden, value);
      case 'discriminator':
        return [[word, this.discriminator(value, here)]];
      default:
        return [[word, this.other(word, value, here)]];
    }
  }

  private properties(value: Json, at: string, hidden: ReadonlySet<string>): Json {
    if (!isObject(value)) return value;
    return this.map(
      Object.entries(value).filter(([name]) => !hidden.has(name)),
      at,
    );
  }

  private other(word: string, value: Json, { value: schema, at, hidden }: Here): Json {
    const place = PLACES['2020-12'].get(word);
    if (place === undefined) return value;
    // The tuple of draft-04 stands under `items`.
    const stands = member(schema, word) === undefined ? 'items' : word;
    return this.inside(
      place,
      value,
      pointer(at, stands),
      word === 'allOf' ? hidden : NOTHING_HIDDEN,
    );
  }

  private inside(place: Place, value: Json, at: string, hidden: ReadonlySet<string>): Json {
    if (place === 'map') return isObject(value) ? this.map(Object.entries(value), at) : value;
    if (place !== 'list') return this.schema(value, at, hidden);
    if (!isArray(value)) return value;
    return value.map((inner, n) => this.schema(inner, pointer(at, n), hidden));
  }

  private map(entries: readonly (readonly [string, Json])[], at: string): JsonObject {
    return objectOf(
      entries.map(([name, inner]) => [name, this.schema(inner, pointer(at, name), NOTHING_HIDDEN)]),
    );
  }

  /** A dynamic reference that leads to one place, whatever the way to it, as a plain one. */
  private dynamicReference(schema: JsonObject, at: string): string | null {
    const ref = member(schema, '$dynamicRef');
    const only = ref === undefined ? null : onlyDynamic(this.document, ref, at);
    return only === null ? null : this.refersTo(only);
  }

  private refersTo(place: string): string {
    this.refers.add(place);
    return `#/$defs/${definitionName(place)}`;
  }

  private reference(ref: Json, at: string): string {
    const found = lookUp(this.document, ref, at);
    if ('fault' in found) {
      this.faults.push(found.fault);
      return '#';
    }
    return this.refersTo(found.pointer);
  }

  /** Names lead to the definitions of the branches beside it; of others nothing is known here. */
  private discriminator(value: Json, { value: schema, at }: Here): Json {
    const mapping = isObject(value) ? member(value, 'mapping') : undefined;
    if (!isObject(value) || !isObject(mapping)) return value;
    const branches = new Set(
      ['oneOf', 'anyOf'].flatMap((union) => this.targetsOf(member(schema, union), at)),
    );
    const known = Object.entries(mapping).flatMap(([name, target]) => {
      const place = this.mappedTo(target, at);
      return place !== null && branches.has(place)
        ? [[name, `#/$defs/${definitionName(place)}`] as const]
        : [];
    });
    const rest = Object.entries(value).filter(([key]) => key === 'propertyName');
    return objectOf([
      ...rest,
      ...(known.length > 0 ? [['mapping', objectOf(known)] as const] : []),
    ]);
  }

  private targetsOf(union: Json | undefined, at: string): string[] {
    if (!isArray(union)) return [];
    return union.flatMap((branch) => {
      const ref = isObject(branch) ? member(branch, '$ref') : undefined;
      const found = ref === undefined ? undefined : lookUp(this.document, ref, at);
      return found === undefined || 'fault' in found ? [] : [found.pointer];
    });
  }

  /** A mapping names a schema by reference or by its bare name. */
  private mappedTo(target: Json, at: string): string | null {
    if (typeof target !== 'string') return null;
    const named = pointer('#', 'components', 'schemas', target);
    const found = [target, named].map((ref) => lookUp(this.document, ref, at));
    const first = found.find((one) => !('fault' in one));
    return first === undefined || 'fault' in first ? null : first.pointer;
  }

  /** What would make a reference mean something else than a place in this document. */
  private refuseOtherBases(schema: JsonObject, at: string): void {
    const dialect = member(schema, '$schema');
    if (dialect !== undefined && !isOwnDialect(dialect)) {
      this.fault('dialect-unsupported', pointer(at, '$schema'), OTHER_DIALECT);
    }
    const dynamic = member(schema, '$dynamicRef');
    const isPlain = member(schema, '$ref') === undefined;
    if (dynamic !== undefined && !(isPlain && onlyDynamic(this.document, dynamic, at) !== null)) {
      const message = 'What a dynamic reference leads to depends on the way to it.';
      this.fault('reference-dynamic', pointer(at, '$dynamicRef'), message);
    }
    if (isIndexed(this.document, at)) return;
    if (member(schema, '$id') !== undefined && JSON.stringify(schema).includes('"$ref":')) {
      const message = 'Below an `$id`, references are relative to it and not to the document.';
      this.fault('identifier-unsupported', pointer(at, '$id'), message);
    }
  }

  fault(code: string, at: string, message: string): void {
    this.faults.push({ code, pointer: at, message });
  }
}

function requiredWithout(hidden: ReadonlySet<string>, value: Json): [string, Json][] {
  if (!isArray(value)) return [['required', value]];
  const names = value.filter((name) => typeof name !== 'string' || !hidden.has(name));
  return names.length === 0 && value.length > 0 ? [] : [['required', names]];
}

interface Here {
  /** The schema object as the document has it. */
  readonly value: JsonObject;
  readonly at: string;
  readonly hidden: ReadonlySet<string>;
}
