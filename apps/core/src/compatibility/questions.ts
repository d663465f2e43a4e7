import type { Json } from '../json/value.js';
import { DEFAULT_DIALECT, dialectOf } from '../schema/dialect.js';
import { forInstance, namesIn } from '../schema/for-instance.js';
import { MOST_LOOKS, validationCost } from '../schema/validation-cost.js';
import { validate as secondOpinion, type ValidationError } from '../schema/validator.js';
import type { Proof } from './finding.js';
import { Budget } from './subsumption/budget.js';
import { closedOnce } from './subsumption/closed-once.js';
import { decide, DEFAULT_BUDGET, type Purse } from './subsumption/decide.js';
import { differenceOf } from './subsumption/difference.js';
import { validate, type FormatMode } from './subsumption/evaluate.js';
import type { Part } from './subsumption/padding-plan.js';
import { rememberEach } from './subsumption/remember.js';
import { payForCompiling } from './subsumption/verify.js';
import { createMeter } from './subsumption/theories/sample.js';
import type { Relation, Verdict } from './subsumption/verdict.js';

/** How the schemas of one side are read: closed to what they declare, as written, or half so. */
export type Reading = Relation | 'covariant';

/** The schemas of one side before and after, and the questions put to the engine about them. */
export interface Sides {
  readonly root: 'input' | 'output';
  readonly before: Json;
  readonly after: Json;
  readonly outOfTime?: () => boolean;
  /** The steps that all questions about this side have together. */
  readonly purse: Purse;
}

/** Of one about the whole, so that something is left for the others. */
const BUDGET_OF_A_QUESTION = 60_000;

/**
 * Is every instance of `inner` valid under `outer`? `covariant` closes the inner schema only: what
 * a server declares that it answers, put to consumers who read the old schema as it is written.
 * `alone`: about one change by itself; `witnessBetween` confirms what comes of it.
 */
export const ask = (
  { root, outOfTime, purse }: Sides,
  inner: Json,
  outer: Json,
  reading: Reading,
  alone?: { readonly budget: number },
): Verdict => {
  const limits =
    alone === undefined
      ? { budget: BUDGET_OF_A_QUESTION }
      : { budget: alone.budget, isProbe: true };
  const options = { root, purse, ...limits, ...(outOfTime === undefined ? {} : { outOfTime }) };
  if (reading !== 'covariant') return decide(inner, outer, { ...options, relation: reading });
  const closed = closedOnce(inner, root);
  return closed.ok
    ? decide(closed.schema, outer, { ...options, relation: 'wire' })
    : { verdict: 'undecided', reason: closed.reason };
};

/** The schema as it is read, as far as an instance with these names can tell; null: not closed. */
const readFor = (
  names: readonly string[],
  schema: Json,
  { root }: Sides,
  isClosed: boolean,
): Json | null => partFor(schema, JSON.stringify([isClosed ? root : null, ...names]));

/** With the schema as it is read; null: not closed. */
const readParts = (part: Part | null, sides: Sides, isClosed: boolean): Part[] | null => {
  if (part === null) return [];
  const schema = readFor([...namesIn(part.instance)].sort(), part.schema, sides, isClosed);
  return schema === null ? null : [{ ...part, schema }];
};

/** Most changes have witnesses of the same few names. */
const partFor = rememberEach<Json | null>((schema, variant) => {
  const [root, ...listed] = JSON.parse(variant) as ['input' | 'output' | null, ...string[]];
  const names = new Set(listed);
  const dialect = dialectOf(schema) ?? DEFAULT_DIALECT;
  if (root === null) return forInstance(schema, dialect, names);
  const closed = closedOnce(forInstance(schema, dialect, names), root, dialect);
  return closed.ok ? forInstance(closed.schema, '2020-12', names) : null;
});

/** The error that one change explains is looked for in schemas of no more characters than this. */
const LONGEST_NARROW = 4_000;

/** There may be many changes, and each has schemas of its own compiled, if they are small. */
const TIMES_ALONE = 3;

/** An instance that one of the two contracts, as a whole, admits and the other does not. */
export interface Suspect {
  readonly instance: Json;
  readonly validUnder: 'before' | 'after';
  readonly reading: Reading;
  /** It was found for one change, of several perhaps. */
  readonly isAlone?: boolean;
  /** The schema, changed in one place, that refused it: the error is looked for there first. */
  readonly refusedBy?: Json;
}

/**
 * The proof that one contract admits the instance and the other does not, by both validators, or
 * null where that is not so of the two as a whole, whatever one change alone would do.
 */
export const witnessBetween = (
  sides: Sides,
  { instance, validUnder, reading, isAlone = false, refusedBy }: Suspect,
): Extract<Proof, { kind: 'witness' }> | null => {
  const isBefore = validUnder === 'before';
  const names = [...namesIn(instance)].sort();
  const [inner, outer] = isBefore ? [sides.before, sides.after] : [sides.after, sides.before];
  const isClosed = reading === 'declared';
  const { a, b, padding } = differenceOf(inner, outer);
  const accepts = readFor(names, padding.filled(a), sides, reading !== 'wire');
  const refuses = readFor(names, padding.filled(b), sides, isClosed);
  const parts = readParts(padding.partOf(instance), sides, reading !== 'wire');
  if (accepts === null || refuses === null || parts === null) return null;
  const schemas = [accepts, refuses, ...parts.map(({ schema }) => schema)];
  const isPaid = payFor(schemas, sides.purse, isAlone ? TIMES_ALONE : 1);
  if (isAlone && !isPaid) return null;
  const isLong = JSON.stringify(refuses).length > LONGEST_NARROW;
  const narrow = (): Json | null =>
    refusedBy === undefined || isLong ? null : readFor(names, refusedBy, sides, isClosed);
  const error = refusal({ accepts, refuses, parts, narrow, instance });
  if (error === null) return null;
  return {
    kind: 'witness',
    instance,
    valid_under: validUnder,
    invalid_under: other(validUnder),
    error,
  };
};

const other = (side: 'before' | 'after'): 'before' | 'after' =>
  side === 'before' ? 'after' : 'before';

const payFor = (schemas: readonly Json[], purse: Purse, times: number): boolean => {
  const budget = new Budget(Math.max(0, purse.left), undefined, purse.paid);
  const isPaid = schemas.every((schema) => payForCompiling(schema, budget, times));
  purse.left = budget.left;
  return isPaid;
};

interface Hearing {
  readonly accepts: Json;
  readonly refuses: Json;
  /** What the accepting schema says besides, of parts of the instance. */
  readonly parts: readonly Part[];
  readonly narrow: () => Json | null;
  readonly instance: Json;
}

/** Why the one refuses what the other accepts; null unless both validators say that it is so. */
const refusal = (hearing: Hearing): string | null =>
  refusalWith(hearing, 'annotation') ?? refusalWith(hearing, 'assert');

const refusalWith = (
  { accepts, refuses, parts, narrow, instance }: Hearing,
  format: FormatMode,
): string | null => {
  if (validate(accepts, instance, { formats: format }) !== true) return null;
  if (validate(refuses, instance, { formats: format }) !== false) return null;
  if (errorsOf(accepts, instance, format)?.length !== 0) return null;
  if (!parts.every((part) => isGood(part, format))) return null;
  const errors = errorsOf(refuses, instance, format) ?? [];
  const error = tellingError(errors, narrow, instance, format);
  if (error === undefined) return null;
  return error.pointer === '' ? error.message : `${error.pointer} ${error.message}`;
};

const isGood = ({ schema, instance }: Part, format: FormatMode): boolean =>
  validate(schema, instance, { formats: format }) === true &&
  errorsOf(schema, instance, format)?.length === 0;

/** The witness is ours and small, so that all of its errors can be asked for. */
const errorsOf = (
  schema: Json,
  instance: Json,
  format: FormatMode,
): readonly ValidationError[] | undefined =>
  costOf(schema, '')(instance, createMeter(DEFAULT_BUDGET)) <= MOST_LOOKS
    ? secondOpinion(schema, instance, { format, allErrors: true })?.errors
    : undefined;

const costOf = rememberEach(validationCost);

/** The error that the one change explains, or else the first. */
const tellingError = (
  errors: readonly ValidationError[],
  findNarrow: () => Json | null,
  instance: Json,
  format: FormatMode,
): ValidationError | undefined => {
  const narrow = errors.length < 2 ? null : findNarrow();
  if (narrow === null) return errors[0];
  const own = errorsOf(narrow, instance, format) ?? [];
  const isOwn = (error: ValidationError): boolean =>
    own.some(({ pointer, message }) => pointer === error.pointer && message === error.message);
  return errors.find(isOwn) ?? errors[0];
};
