/** A witness is shown only after two validators that share no code have judged it alike. */
import { isObject, type Json } from '../../json/value.js';
import { DEFAULT_DIALECT, dialectOf, subschemasOf, type Dialect } from '../../schema/dialect.js';
import { forInstance, namesIn } from '../../schema/for-instance.js';
import { validate } from '../../schema/validator.js';
import { MOST_LOOKS, validationCost } from '../../schema/validation-cost.js';
import { tableEntries } from '../../schema/wide-properties.js';
import type { Closed } from './close.js';
import type { Evaluator, FormatMode } from './evaluate.js';
import type { Literal } from './node.js';
import type { Part } from './padding-plan.js';
import { rememberEach } from './remember.js';
import { shrink } from './shrink.js';
import type { Meter } from './theories/sample.js';
import { HEAVIEST, weightOf } from './weight.js';

/** One side of a question, as each of the two validators reads it. */
export interface Side {
  readonly literal: Literal;
  /** The document that is asked about, as far as the two differ (`PaddingPlan.filled`). */
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
  /** With all that the documents require besides what the literals ask for. */
  readonly pad: (value: Json) => Json;
  /** What the accepting document says besides of parts of an instance. */
  readonly partOf: (value: Json) => Part | null;
}

/** Steps for each schema that is compiled, and for each character of all of them. */
const COMPILING = 8;
const WRITING = 0.01;

/** False where there are not steps enough left. What was compiled once is remembered. */
export const payForCompiling = (schema: Json, meter: Meter, times = 1): boolean => {
  const { text, steps, apart } = compilingOf(schema, '');
  const isPaid = apart.every(([key, own]) => meter.spendOnce(`compiled ${key}`, own));
  return isPaid && meter.spendOnce(`compiled ${text}`, steps * times);
};

interface Compiling {
  readonly text: string;
  readonly steps: number;
  /** What is compiled by itself, each with its steps: other schemas may have it too. */
  readonly apart: readonly (readonly [string, number])[];
}

const compilingOf = rememberEach((schema): Compiling => {
  const dialect = dialectOf(schema) ?? DEFAULT_DIALECT;
  const text = JSON.stringify(schema);
  const apart = new Map<string, Json>();
  // Where the names have to be tracked, nothing is compiled apart from the rest.
  const tables = text.includes('"unevaluated') ? null : apart;
  const steps = countSchemas(schema, dialect, tables) * COMPILING + text.length * WRITING;
  const each = [...apart].map(
    ([key, inner]) => [key, countSchemas(inner, dialect, null) * COMPILING] as const,
  );
  return { text, steps, apart: each };
});

/** Without those that a table of properties has apart, which are noted there. */
const countSchemas = (schema: Json, dialect: Dialect, apart: Map<string, Json> | null): number => {
  if (!isObject(schema)) return 0;
  const table = apart === null ? [] : tableEntries(schema);
  const tabled = new Set<Json>();
  for (const [key, inner] of table) {
    tabled.add(inner);
    apart?.set(key, inner);
  }
  return subschemasOf(schema, dialect).reduce(
    (sum, { schema: inner }) => sum + (tabled.has(inner) ? 0 : countSchemas(inner, dialect, apart)),
    1,
  );
};

export class Witnesses {
  readonly #evaluator: Pick<Evaluator, 'holds'>;
  readonly #meter: Meter;
  readonly #hearing: Hearing;
  #goodPart: Part | null = null;

  /** Some instance was not put to the second validator, which might not have come to an end. */
  wasTooDear = false;

  constructor(evaluator: Pick<Evaluator, 'holds'>, meter: Meter, hearing: Hearing) {
    this.#evaluator = evaluator;
    this.#meter = meter;
    this.#hearing = hearing;
  }

  /** The instance with all taken away that it can do without; null where it is no witness. */
  smallest(value: Json): { readonly value: Json } | null {
    if (!this.#isWitness(value)) return null;
    const { isProbe, pad } = this.#hearing;
    const small = shrink(value, (less) => this.#isWitness(less));
    const padded = pad(small);
    if (weightOf(padded) > HEAVIEST) return this.#tooDear();
    if (isProbe || this.#secondOpinion(padded)(padded)) return { value: padded };
    // The two agree on the larger one perhaps.
    const isConfirmed = this.#secondOpinion(pad(value));
    if (!isConfirmed(pad(value))) return null;
    const isAgreed = (less: Json): boolean => this.#isWitness(less) && isConfirmed(pad(less));
    return { value: pad(shrink(value, isAgreed)) };
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
    return (instance) =>
      accepted(instance) === true && refused(instance) === false && this.#hasGoodParts(instance);
  }

  #hasGoodParts(instance: Json): boolean {
    const part = this.#hearing.partOf(instance);
    if (part === null || part === this.#goodPart) return true;
    const side = { ...this.#hearing.accepts, written: part.schema };
    if (this.#opinion(side, namesIn(part.instance))(part.instance) !== true) return false;
    this.#goodPart = part;
    return true;
  }

  #opinion(side: Side, names: ReadonlySet<string>): (instance: Json) => boolean | null {
    const read = side.read(forInstance(side.written, side.dialect, names));
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
