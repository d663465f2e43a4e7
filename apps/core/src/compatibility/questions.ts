import type { Json } from '../json/value.js';
import { validate as explain } from '../schema/validator.js';
import type { Proof } from './finding.js';
import { closeSchema } from './subsumption/close.js';
import { decide, DEFAULT_BUDGET } from './subsumption/decide.js';
import { validate } from './subsumption/evaluate.js';
import type { Relation, Verdict } from './subsumption/verdict.js';

/** How the schemas of one side are read: closed to what they declare, as written, or half so. */
export type Reading = Relation | 'covariant';

/** The schemas of one side before and after, and the questions put to the engine about them. */
export interface Sides {
  readonly root: 'input' | 'output';
  readonly before: Json;
  readonly after: Json;
  readonly outOfTime?: () => boolean;
}

/**
 * Is every instance of `inner` valid under `outer`? `covariant` closes the inner schema only: what
 * a server declares that it answers, put to consumers who read the old schema as it is written.
 */
export const ask = (
  { root, outOfTime }: Sides,
  inner: Json,
  outer: Json,
  reading: Reading,
  budget = DEFAULT_BUDGET,
): Verdict => {
  const options = { root, budget, ...(outOfTime === undefined ? {} : { outOfTime }) };
  if (reading !== 'covariant') return decide(inner, outer, { ...options, relation: reading });
  const closed = closeSchema(inner, { root });
  return closed.ok
    ? decide(closed.schema, outer, { ...options, relation: 'wire' })
    : { verdict: 'undecided', reason: closed.reason };
};

/** The schema as it is read; null where it cannot be closed. */
const readAs = (schema: Json, { root }: Sides, isClosed: boolean): Json | null => {
  if (!isClosed) return schema;
  const closed = closeSchema(schema, { root });
  return closed.ok ? closed.schema : null;
};

/**
 * The proof that one side admits the instance and the other does not, or null where that is not so
 * of the two contracts as a whole, whatever one change alone would do.
 */
export const witnessBetween = (
  sides: Sides,
  instance: Json,
  validUnder: 'before' | 'after',
  reading: Reading,
): Extract<Proof, { kind: 'witness' }> | null => {
  const isBefore = validUnder === 'before';
  const accepts = readAs(isBefore ? sides.before : sides.after, sides, reading !== 'wire');
  const refuses = readAs(isBefore ? sides.after : sides.before, sides, reading === 'declared');
  if (accepts === null || refuses === null) return null;
  for (const formats of ['annotation', 'assert'] as const) {
    if (validate(accepts, instance, { formats }) !== true) continue;
    if (validate(refuses, instance, { formats }) !== false) continue;
    return {
      kind: 'witness',
      instance,
      valid_under: validUnder,
      invalid_under: isBefore ? 'after' : 'before',
      error: errorOf(refuses, instance, formats),
    };
  }
  return null;
};

const errorOf = (schema: Json, instance: Json, format: 'annotation' | 'assert'): string => {
  const [first] = explain(schema, instance, { format })?.errors ?? [];
  if (first === undefined) return 'is not valid';
  return first.pointer === '' ? first.message : `${first.pointer} ${first.message}`;
};
