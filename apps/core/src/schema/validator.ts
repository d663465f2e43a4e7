import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isMultiple, rationalOf } from '../compatibility/subsumption/theories/rational.js';
import { balanced } from './balanced.js';
import { digestOf } from '../json/digest.js';
import { matchesPattern } from '../compatibility/subsumption/text.js';
import type { Json, JsonObject } from '../json/value.js';
import { DEFAULT_DIALECT, dialectOf, type Dialect } from './dialect.js';
import { forAjv, MOST_WRITTEN_OUT } from './for-ajv.js';
import { EQUALITY_KEYWORDS } from './equality-keywords.js';
import { BUILT_IN } from './meta/built-in.js';
import type { Compiled } from './compiled-once.js';
import { UNION_ERRORS } from './union-errors.js';
import { BRANCH_TABLES, checkOfBranches, type Union } from './wide-branches.js';
import { checkOfTable, TABLE, withTables } from './wide-properties.js';
import { matchesLinearly, matchesNatively } from './backtracking/native-match.js';

export interface ValidatorOptions {
  /** `assert` checks the formats that are known; an annotation otherwise, as both dialects say. */
  readonly format?: 'annotation' | 'assert';
  /** All errors instead of the first: only for schemas of our own, it defeats `maxLength`. */
  readonly allErrors?: boolean;
}

export interface ValidationError {
  /** Where in the instance. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Validation {
  readonly valid: boolean;
  readonly errors: readonly ValidationError[];
}

/** The first error of an invalid instance comes with its place. */
export interface Verdict {
  readonly valid: boolean;
  readonly error?: string;
  readonly pointer?: string;
}

/**
 * A validator of one schema by ajv, with the options that deviate least from the specification;
 * null where ajv cannot compile it, or the dialect is not ours. The validator throws where it cannot
 * come to an end. Not for schemas that have not passed `checkSchema`: compiling takes milliseconds,
 * and hostile ones for ever.
 */
export const compileValidator = (
  schema: Json,
  options: ValidatorOptions = {},
): ((instance: Json) => Verdict) | null => {
  const check = compile(schema, options);
  if (check === null) return null;
  return (instance) => {
    const [first] = check(instance);
    return first === undefined
      ? { valid: true }
      : { valid: false, error: first.message, pointer: first.pointer };
  };
};

/** As `compileValidator`, with the last thousand schemas kept compiled; null likewise. */
export const validate = (
  schema: Json,
  instance: Json,
  options: ValidatorOptions = {},
): Validation | null => {
  const key = `${options.format ?? ''} ${options.allErrors ?? ''} ${nameOf(schema)}`;
  const known = compiled.get(key);
  const check = known === undefined ? compile(schema, options) : known;
  compiled.delete(key);
  compiled.set(key, check);
  const oldest = compiled.size > MOST_COMPILED ? compiled.keys().next().value : undefined;
  if (oldest !== undefined) compiled.delete(oldest);
  return check === null ? null : judged(check, instance);
};

/** null where a pattern cannot be told in time, or recursion is too deep. */
const judged = (check: Check, instance: Json): Validation | null => {
  try {
    const errors = check(instance);
    return { valid: errors.length === 0, errors };
  } catch {
    return null;
  }
};

/** What the meta-schema of the dialect says against this schema; compiled once, never fetched. */
export const metaErrors = (schema: Json, dialect: Dialect): readonly ValidationError[] => {
  const check = metaChecks.get(dialect) ?? compileMeta(dialect);
  metaChecks.set(dialect, check);
  return check(schema);
};

/** Documents are values that never change, so that the digest of each is taken once. */
const nameOf = (schema: Json): string => {
  if (typeof schema !== 'object' || schema === null) return String(schema);
  const name = names.get(schema) ?? digestOf(schema);
  names.set(schema, name);
  return name;
};

type Check = (instance: Json) => readonly ValidationError[];

const MOST_COMPILED = 1_000;
const compiled = new Map<string, Check | null>();
const names = new WeakMap<object, string>();
const metaChecks = new Map<Dialect, Check>();

const META_URI: Readonly<Record<Dialect, string>> = {
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

const compileMeta = (dialect: Dialect): Check => {
  const validator = ajvOf(dialect, { allErrors: true }, true, false).getSchema(META_URI[dialect]);
  if (validator === undefined) throw new Error('a built-in meta-schema is missing');
  return (schema) => (validator(schema) === true ? [] : (validator.errors ?? []).map(errorOf));
};

const compile = (schema: Json, options: ValidatorOptions): Check | null => {
  const dialect = dialectOf(schema, DEFAULT_DIALECT);
  if (dialect === null) return null;
  try {
    const prepared = forAjv(schema, dialect);
    if (isLongToTrack(prepared)) return null;
    const { ajv, tracks } = compilerOf(prepared, dialect, options);
    // Of a table it is not told which names have been seen.
    const written = tracks ? balanced(prepared, dialect) : withTables(prepared, dialect);
    // For a schema it is an object or a boolean, which is what ajv takes.
    const validator = ajv.compile(written as object | boolean);
    return (instance) => (validator(instance) ? [] : (validator.errors ?? []).map(errorOf));
  } catch {
    return null;
  }
};

/** Names that all references together would carry along for `unevaluated*`. */
const MOST_TRACKED = 200_000;

const isLongToTrack = (schema: Json): boolean => {
  const text = JSON.stringify(schema);
  if (!text.includes('"unevaluated')) return false;
  const references = text.split('"$ref":').length - 1;
  return references * widestOf(schema) > MOST_TRACKED;
};

/** The most members that any object in a document has. */
export const widestOf = (value: Json): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  return inside.reduce<number>((most, one) => Math.max(most, widestOf(one)), inside.length);
};

/** Half of the time of compiling a small schema goes into making an Ajv, a quarter into its metas. */
const compilerOf = (
  schema: Json,
  dialect: Dialect,
  options: ValidatorOptions,
): { readonly ajv: Ajv | Ajv2020; readonly tracks: boolean } => {
  const text = JSON.stringify(schema).replaceAll(/"\$schema":"[^"]*"/g, '');
  const meta = text.includes('json-schema.org/');
  const tracks = meta || text.includes('"unevaluated');
  if (meta || text.includes('"$id":') || text.includes('nchor":'))
    return { ajv: ajvOf(dialect, options, meta, tracks), tracks };
  const key = `${dialect} ${options.format ?? ''} ${options.allErrors ?? ''} ${tracks}`;
  const known = shared.get(key);
  const next =
    known !== undefined && known.left > 0
      ? known
      : { ajv: ajvOf(dialect, options, false, tracks), left: MOST_SHARED };
  next.left -= 1;
  shared.set(key, next);
  return { ajv: next.ajv, tracks };
};

/** An Ajv holds on to all that it compiled, so that none is used for long. */
const MOST_SHARED = 50;
const shared = new Map<string, { readonly ajv: Ajv | Ajv2020; left: number }>();

const ajvOf = (
  dialect: Dialect,
  options: ValidatorOptions,
  meta: boolean,
  tracks: boolean,
): Ajv | Ajv2020 => {
  // draft-07: a reference makes its siblings void; in 2020-12 they hold beside it.
  const ajv =
    dialect === 'draft-07'
      ? new Ajv({ ...settings(options), ignoreKeywordsWithRef: true })
      : new Ajv2020(settings(options));
  // Which names each branch has seen matters to `unevaluated*` alone, and is long to compile.
  ajv.opts.unevaluated = tracks;
  for (const definition of EQUALITY_KEYWORDS) {
    ajv.removeKeyword(definition.keyword);
    ajv.addKeyword({ ...definition });
  }
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => isMultiple(rationalOf(value), rationalOf(step)),
    error: {
      message: ({ schema }: { schema: unknown }) => `must be multiple of ${String(schema)}`,
    },
  });
  const variant = `${dialect} ${options.format ?? ''} ${options.allErrors ?? ''}`;
  const compile = (schema: JsonObject): Compiled<ErrorObject> =>
    // What is inside of a table may be wide too.
    ajv.compile(withTables(schema, dialect) as JsonObject);
  ajv.addKeyword({
    keyword: TABLE,
    type: 'object',
    errors: 'full',
    compile: (table: JsonObject) => checkOfTable<ErrorObject>(table, variant, compile),
  });
  for (const [union, keyword] of Object.entries(BRANCH_TABLES)) {
    ajv.addKeyword({
      keyword,
      errors: 'full',
      compile: (branches: Json[]) =>
        checkOfBranches<ErrorObject>(union as Union, branches, {
          variant,
          compile,
          ...UNION_ERRORS,
        }),
    });
  }
  if (options.format === 'assert') formats.default(ajv);
  if (meta) addMetas(ajv, dialect);
  return ajv;
};

/** The same documents that a reference is resolved to, instead of the copies that ajv brings. */
const addMetas = (ajv: Ajv | Ajv2020, dialect: Dialect): void => {
  for (const [uri, schema] of BUILT_IN) {
    // Those of 2020-12 need keywords that draft-07 does not have.
    if (dialect === '2020-12' || uri === META_URI['draft-07']) ajv.addSchema(schema);
  }
};

const settings = (options: ValidatorOptions): Options => ({
  strict: false,
  logger: false,
  ownProperties: true,
  meta: false,
  validateSchema: false,
  validateFormats: options.format === 'assert',
  // Each copy of a target that is written into its place would have to be compiled.
  inlineRefs: false,
  allErrors: options.allErrors ?? false,
  loopRequired: MOST_WRITTEN_OUT,
  unicodeRegExp: true,
  // Most are compiled for a few instances: what optimising saves, it costs many times over.
  code: { regExp: regExpOf, optimize: false },
});

/** Natively where that surely comes back, else as an automaton; a text that is beyond both throws. */
const regExpOf = Object.assign(
  (pattern: string) => ({
    test: (text: string): boolean => {
      const matches =
        matchesNatively(pattern, text) ??
        matchesPattern(pattern, text) ??
        matchesLinearly(pattern, text);
      if (matches === null) throw new Error('Whether the pattern matches cannot be told in time.');
      return matches;
    },
    toString: () => pattern,
  }),
  { code: 'new RegExp' },
);

const errorOf = (error: ErrorObject): ValidationError => ({
  pointer: error.instancePath,
  keyword: error.keyword,
  message: error.message ?? `must satisfy ${error.keyword}`,
  params: error.params,
});
