/** `declared`: a schema whose objects are closed to what they declare. */
import {
  isArray,
  isObject,
  member,
  objectOf,
  type Json,
  type JsonObject,
} from '../../json/value.js';
import { dialectOf, PLACES, type Dialect, type Place as Position } from '../../schema/dialect.js';
import { indexResources, type ResourceIndex } from '../../schema/resources.js';
import {
  declaredBy,
  sharedNames,
  targetOf,
  within,
  type Declared,
  type Located,
} from './declared.js';
import { singleDynamicTarget } from './dynamic-target.js';
import { asLatest, type Keyword } from './latest.js';
import { isScalar } from './scalar-keywords.js';
import type { UndecidedReason } from './verdict.js';

export interface CloseOptions {
  /** The root of an input is closed even where it declares nothing. */
  readonly root: 'input' | 'output' | 'bare';
  /** Of a document that names none. */
  readonly dialect?: Dialect | undefined;
}

export type Closed =
  | { readonly ok: true; readonly schema: Json }
  | { readonly ok: false; readonly reason: UndecidedReason };

/**
 * How a schema is met. `value`: it alone judges a value, and is closed. `branch`: it judges
 * together with others, so that only the values inside it are closed. `test`: it only tests (`if`,
 * `not`, `contains`), and nothing in it is closed. `root` is the value that an input starts from.
 */
type Manner = 'root' | 'value' | 'branch' | 'test';

/**
 * The document in 2020-12, with `additionalProperties: false` (`unevaluatedProperties` where
 * schemas compose) wherever an object with properties is silent about others: its own or those of
 * `allOf`, whereas the alternatives of `anyOf` and `oneOf` close nothing. Explicit `true`, a schema
 * for others, and free-form maps stay as they are. References are rewritten, since one
 * definition can be closed in one place and open in another.
 */
export const closeSchema = (schema: Json, options: CloseOptions): Closed => {
  const dialect = dialectOf(schema, options.dialect);
  if (dialect === null) return { ok: false, reason: 'dialect' };
  const index = indexResources(schema, dialect);
  const closer = new Closer(index);
  const manner = options.root === 'input' ? 'root' : 'value';
  const root = closer.close({ schema, location: '', dialect }, manner, new Set());
  closer.closeDefinitions();
  if (closer.failure !== null) return { ok: false, reason: closer.failure };
  return { ok: true, schema: closer.document(root) };
};

/** A definition is copied once for each manner in which it is met; together no more than these. */
const MOST_SCHEMAS = 30_000;

interface Context {
  readonly at: Located;
  /** How the schemas in place are met. */
  readonly inner: Manner;
  readonly shared: ReadonlySet<string>;
}

class Closer {
  readonly #index: ResourceIndex;
  readonly #names = new Map<string, string>();
  readonly #definitions: [string, Json][] = [];
  readonly #waiting: (() => void)[] = [];
  failure: UndecidedReason | null = null;
  #left = MOST_SCHEMAS;

  constructor(index: ResourceIndex) {
    this.#index = index;
  }

  document(root: Json): Json {
    if (!isObject(root)) return root;
    const head: [string, Json] = ['$schema', 'https://json-schema.org/draft/2020-12/schema'];
    const definitions: [string, Json][] =
      this.#definitions.length === 0 ? [] : [['$defs', objectOf(this.#definitions)]];
    return objectOf([head, ...Object.entries(root), ...definitions]);
  }

  /** `shared`: names whose values are described elsewhere too, and therefore stay open. */
  close(at: Located, manner: Manner, shared: ReadonlySet<string>): Json {
    const { schema } = at;
    if (!isObject(schema)) return schema;
    this.#left -= 1;
    if (this.#left < 0) {
      this.failure ??= 'budget';
      return schema;
    }
    // With what is known of it: only a root that says it is an object is closed without declaring.
    if (manner !== 'root' && isScalar(schema)) return schema;
    const target = this.#target(at);
    if (target !== null && (at.dialect === 'draft-07' || isPlainReference(schema))) {
      return objectOf([['$ref', this.#reference(target, manner, shared)]]);
    }
    return this.#compose(at, schema, target, manner, shared);
  }

  #compose(
    at: Located,
    schema: JsonObject,
    target: Located | null,
    manner: Manner,
    shared: ReadonlySet<string>,
  ): Json {
    const closes = manner === 'root' || manner === 'value';
    const context: Context = {
      at,
      inner: manner === 'test' ? 'test' : 'branch',
      shared: closes ? sharedNames(this.#index, at) : shared,
    };
    const lid = closes ? lidOf(this.#index, at, schema, manner) : null;
    return objectOf([
      ...(target === null ? [] : [this.#besides(target, context)]),
      ...this.#keywords(schema, context),
      ...(lid === null ? [] : [[lid, false] as const]),
    ]);
  }

  #besides(target: Located, { inner, shared }: Context): readonly [string, Json] {
    return ['$ref', this.#reference(target, inner, shared)];
  }

  #keywords(schema: JsonObject, context: Context): [string, Json][] {
    return asLatest(schema, context.at.dialect).flatMap(([keyword, value]): [string, Json][] => {
      const closed = this.#keyword(context, keyword, value);
      return closed === undefined ? [] : [[keyword.name, closed]];
    });
  }

  #keyword(
    { at, inner, shared }: Context,
    { name, original, tokens }: Keyword,
    value: Json,
  ): Json | undefined {
    const position = PLACES['2020-12'].get(name);
    if (DROPPED.has(name)) return undefined;
    if (position === undefined) return value;
    const manner = mannerOf(name, inner);
    const into = (schema: Json, ...more: readonly string[]): Json => {
      const [first] = more;
      const isShared = name === 'properties' && first !== undefined && shared.has(first);
      const next = within(at, schema, original, ...tokens, ...more);
      const keep = manner === 'branch' ? shared : new Set<string>();
      return this.close(next, isShared ? 'test' : manner, keep);
    };
    return mapSchemas(position, value, into);
  }

  #target(at: Located): Located | null {
    const target = targetOf(this.#index, at) ?? null;
    if (target !== null || !isObject(at.schema)) return target;
    if (member(at.schema, '$ref') !== undefined) this.failure ??= 'keyword';
    if (at.dialect === 'draft-07' || member(at.schema, '$dynamicRef') === undefined) return null;
    const dynamic = singleDynamicTarget(this.#index, at);
    if (dynamic === null) this.failure ??= 'dynamic-ref';
    return dynamic;
  }

  #reference(target: Located, manner: Manner, shared: ReadonlySet<string>): string {
    // The built-in meta-schemas declare nothing of ours.
    if (target.location !== '' && !target.location.startsWith('/')) return target.location;
    const key = JSON.stringify([target.location, manner, ...(manner === 'branch' ? shared : [])]);
    const known = this.#names.get(key);
    if (known !== undefined) return `#/$defs/${known}`;
    const name = String(this.#names.size);
    this.#names.set(key, name);
    const kept = manner === 'branch' ? shared : new Set<string>();
    this.#waiting.push(() => this.#definitions.push([name, this.close(target, manner, kept)]));
    return `#/$defs/${name}`;
  }

  /** One definition after the other: thousands in a row are too deep for any stack. */
  closeDefinitions(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next();
  }
}

/** The keyword that closes this object, if it is silent about others. */
const lidOf = (
  index: ResourceIndex,
  at: Located,
  schema: JsonObject,
  manner: Manner,
): string | null => {
  const speaks = at.dialect === '2020-12' ? OTHERS : OTHERS.slice(0, 1);
  if (speaks.some((keyword) => member(schema, keyword) !== undefined)) return null;
  const isObjectRoot = manner === 'root' && isForObjects(schema);
  if (declaredBy(index, at, 'together').names.length === 0 && !isObjectRoot) return null;
  return composes(declaredBy(index, at), schema) ? 'unevaluatedProperties' : 'additionalProperties';
};

const OTHERS = ['additionalProperties', 'unevaluatedProperties'];

/** Branches have their say about properties too. */
const composes = (all: Declared, schema: JsonObject): boolean => {
  const properties = member(schema, 'properties') ?? {};
  const patterns = member(schema, 'patternProperties') !== undefined;
  if (all.speaksOfOthers && !patterns) return true;
  const isOwn = (name: string): boolean =>
    isObject(properties) && member(properties, name) !== undefined;
  for (const names of all.names) for (const name of names) if (!isOwn(name)) return true;
  return false;
};

const isForObjects = (schema: JsonObject): boolean => {
  const type = member(schema, 'type');
  const names = isArray(type) ? type : [type];
  return names.includes('object') || member(schema, 'properties') !== undefined;
};

/** Definitions are copied where they are referred to; identifiers have served their purpose. */
const DROPPED: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$defs',
  'definitions',
  '$ref',
  '$dynamicRef',
  '$vocabulary',
]);

const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...DROPPED,
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

const isPlainReference = (schema: JsonObject): boolean =>
  Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword)) &&
  (member(schema, '$ref') === undefined || member(schema, '$dynamicRef') === undefined);

const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'then',
  'else',
  'dependentSchemas',
]);

const TESTS: ReadonlySet<string> = new Set(['not', 'if', 'contains', 'propertyNames']);

const mannerOf = (keyword: string, inner: Manner): Manner => {
  if (inner === 'test' || TESTS.has(keyword)) return 'test';
  return IN_PLACE.has(keyword) ? 'branch' : 'value';
};

const mapSchemas = (
  position: Position,
  value: Json,
  into: (schema: Json, ...tokens: readonly string[]) => Json,
): Json => {
  if (position === 'one') return into(value);
  if (position === 'list') {
    return isArray(value) ? value.map((schema, at) => into(schema, String(at))) : value;
  }
  if (!isObject(value)) return value;
  return objectOf(Object.entries(value).map(([name, schema]) => [name, into(schema, name)]));
};
