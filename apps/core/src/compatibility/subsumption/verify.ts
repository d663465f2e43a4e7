/** A witness is shown only after two validators that share no code have judged it alike. */
import { isObject, type Json } from '../../json/value.js';
import { DEFAULT_DIALECT, dialectOf, subschemasOf, type Dialect } from '../../schema/dialect.js';
import { forInstance, namesIn } from '../../schema/for-instance.js';
import { validate } from '../../schema/validator.js';
import { MOST_LOOKS, validationCost } from '../../schema/validation-cost.js';
import type { Closed } from './close.js';
import type { Evaluator, FormatMode } from './evaluate.js';
import type { Literal } from './node.js';
import { shrink } from './shrink.js';
import type { Meter } from './theories/sample.js';

/** One side of a question, as each of the two validators reads it. */
export interface Side {
  readonly literal: Literal;
  /** The document that is asked about. */
  readonly written: Json;
  readonly dialect: Dialect;
  /** As the relation has it, and with its `$schema`, so that both take it for one dialect. */
  readonly read: (document: Json) => Closed;
}

interface Hearing {
  readonly accepts: Side;
  readonly refuses: Side;
  readonly formats: FormatMode;
  /** The witness goes on to be confirmed elsewhere. */
  readonly isProbe: boolean;
}

/** Steps for each schema that is compiled, and for each character of all of them. */
const COMPILING = 5;
const WRITING = 0.01;

/** False where there are not steps enough left. What was compiled once is remembered. */
export const payForCompiling = (schema: Json, meter: Meter, times = 1): boolean => {
  const dialect = dialectOf(schema) ?? DEFAULT_DIALECT;
  const text = JSON.stringify(schema);
  const steps = countSchemas(schema, dialect) * COMPILING + text.length * WRITING;
  return meter.spendOnce(`compiled ${text}`, steps * times);
};

const countSchemas = (schema: Json, dialect: Dialect): number =>
  subschemasOf(schema, dialect).reduce(
    (sum, inner) => sum + countSchemas(inner.schema, dialect),
    isObject(schema) ? 1 : 0,
  );

export class Witnesses {
  readonly #evaluator: Evaluator;
  readonly #meter: Meter;
  readonly #hearing: Hearing;

  /** Some instance was not put to the second validator, which might not have come to an end. */
  wasTooDear = false;

  constructor(evaluator: Evaluator, meter: Meter, hearing: Hearing) {
    this.#evaluator = evaluator;
    this.#meter = meter;
    this.#hearing = hearing;
  }

  /** The instance with all taken away that it can do without; null where it is no witness. */
  smallest(value: Json): { readonly value: Json } | null {
    if (!this.#isWitness(value)) return null;
    const small = shrink(value, (less) => this.#isWitness(less));
    if (this.#hearing.isProbe || this.#secondOpinion(small)(small)) return { value: small };
    // The two agree on the larger one perhaps.
    const isConfirmed = this.#secondOpinion(value);
    if (!isConfirmed(value)) return null;
    return { value: shrink(value, (less) => this.#isWitness(less) && isConfirmed(less)) };
  }

  /** By the normal form. */
  #isWitness(value: Json): boolean {
    const { accepts, refuses } = this.#hearing;
    return (
      this.#evaluator.holds(accepts.literal, value) === true &&
      this.#evaluator.holds(refuses.literal, value) === false
    );
  }

  /** By ajv, of an instance with no other names than this one; false where it cannot read them. */
  #secondOpinion(value: Json): (instance: Json) => boolean {
    const names = namesIn(value);
    const { accepts, refuses } = this.#hearing;
    const [accepted, refused] = [this.#opinion(accepts, names), this.#opinion(refuses, names)];
    return (instance) => accepted(instance) === true && refused(instance) === false;
  }

  #opinion(side: Side, names: ReadonlySet<string>): (instance: Json) => boolean | null {
    const read = side.read(forInstance(side.written, side.dialect, names, 'kept'));
    if (!read.ok) return () => null;
    const schema = forInstance(read.schema, dialectOf(read.schema) ?? DEFAULT_DIALECT, names);
    if (!payForCompiling(schema, this.#meter)) return this.#tooDear;
    const costOf = validationCost(schema);
    const format = this.#hearing.formats;
    return (instance) => {
      if (costOf(instance, this.#meter) <= MOST_LOOKS) {
        return validate(schema, instance, { format, allErrors: true })?.valid ?? null;
      }
      return this.#tooDear();
    };
  }

  readonly #tooDear = (): null => {
    this.wasTooDear = true;
    return null;
  };
}
