import type { Json } from '../json/value.js';
import { MOST_LOOKS, validationCost } from '../schema/validation-cost.js';
import { validate as secondOpinion, type ValidationError } from '../schema/validator.js';
import type { Proof } from './finding.js';
import { closeSchema, type Closed } from './subsumption/close.js';
import { decide, DEFAULT_BUDGET, type Purse } from './subsumption/decide.js';
import { validate, type FormatMode } from './subsumption/evaluate.js';
import { rememberEach } from './subsumption/remember.js';
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
    alone === undefined ? { budget: DEFAULT_BUDGET } : { budget: alone.budget, isProbe: true };
  const options = { root, purse, ...limits, ...(outOfTime === undefined ? {} : { outOfTime }) };
  if (reading !== 'covariant') return decide(inner, outer, { ...options, relation: reading });
  const closed = close(inner, root);
  return closed.ok
    ? decide(closed.schema, outer, { ...options, relation: 'wire' })
    : { verdict: 'undecided', reason: closed.reason };
};

const close = rememberEach<Closed>((schema, root) =>
  closeSchema(schema, { root: root === 'input' ? 'input' : 'output' }),
);

/** The schema as it is read; null where it cannot be closed. */
const readAs = (schema: Json, { root }: Sides, isClosed: boolean): Json | null => {
  if (!isClosed) return schema;
  const closed = close(schema, root);
  return closed.ok ? closed.schema : null;
};

/** Steps for each character of a schema that is compiled for one change alone. */
const COMPILING = 0.6;

/** An instance that one of the two contracts, as a whole, admits and the other does not. */
export interface Suspect {
  readonly instance: Json;
  readonly validUnder: 'before' | 'after';
  readonly reading: Reading;
  /** The schema, changed in one place, that refused it: the error is looked for there first. */
  readonly refusedBy?: Json;
}

/**
 * The proof that one contract admits the instance and the other does not, by both validators, or
 * null where that is not so of the two as a whole, whatever one change alone would do.
 */
export const witnessBetween = (
  sides: Sides,
  { instance, validUnder, reading, refusedBy }: Suspect,
): Extract<Proof, { kind: 'witness' }> | null => {
  const isBefore = validUnder === 'before';
  const accepts = readAs(isBefore ? sides.before : sides.after, sides, reading !== 'wire');
  const refuses = readAs(isBefore ? sides.after : sides.before, sides, reading === 'declared');
  if (accepts === null || refuses === null) return null;
  const narrow = refusedBy === undefined ? null : readAs(refusedBy, sides, reading === 'declared');
  if (narrow !== null) sides.purse.left -= JSON.stringify(narrow).length * COMPILING;
  for (const format of ['annotation', 'assert'] as const) {
    const error = refusal({ accepts, refuses, narrow, instance, format });
    if (error === null) continue;
    const invalidUnder = isBefore ? 'after' : 'before';
    return {
      kind: 'witness',
      instance,
      valid_under: validUnder,
      invalid_under: invalidUnder,
      error,
    };
  }
  return null;
};

interface Hearing {
  readonly accepts: Json;
  readonly refuses: Json;
  readonly narrow: Json | null;
  readonly instance: Json;
  readonly format: FormatMode;
}

/** Why the one refuses what the other accepts; null unless both validators say that it is so. */
const refusal = ({ accepts, refuses, narrow, instance, format }: Hearing): string | null => {
  if (validate(accepts, instance, { formats: format }) !== true) return null;
  if (validate(refuses, instance, { formats: format }) !== false) return null;
  if (errorsOf(accepts, instance, format)?.length !== 0) return null;
  const errors = errorsOf(refuses, instance, format) ?? [];
  const error = tellingError(errors, narrow, instance, format);
  if (error === undefined) return null;
  return error.pointer === '' ? error.message : `${error.pointer} ${error.message}`;
};

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
  narrow: Json | null,
  instance: Json,
  format: FormatMode,
): ValidationError | undefined => {
  if (errors.length < 2 || narrow === null) return errors[0];
  const own = errorsOf(narrow, instance, format) ?? [];
  const isOwn = (error: ValidationError): boolean =>
    own.some(({ pointer, message }) => pointer === error.pointer && message === error.message);
  return errors.find(isOwn) ?? errors[0];
};
