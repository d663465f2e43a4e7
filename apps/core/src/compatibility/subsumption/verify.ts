/** A witness is shown only after two validators that share no code have judged it alike. */
import type { Json } from '../../json/value.js';
import { compileValidator, validate, widestOf } from '../../schema/validator.js';
import { MOST_LOOKS, validationCost } from '../../schema/validation-cost.js';
import { rememberEach } from './remember.js';
import type { Evaluator, FormatMode } from './evaluate.js';
import type { Literal } from './node.js';
import type { Meter } from './theories/sample.js';

/** One side of a question, as each of the two validators reads it. */
export interface Side {
  readonly literal: Literal;
  /** With its `$schema`, so that the second validator reads the same dialect. */
  readonly document: Json;
}

export class Witnesses {
  readonly #evaluator: Evaluator;
  readonly #meter: Meter;
  readonly #accepts: Side;
  readonly #refuses: Side;
  readonly #formats: FormatMode;

  /** Some instance was not put to the second validator, which might not have come to an end. */
  wasTooDear = false;

  constructor(
    evaluator: Evaluator,
    meter: Meter,
    accepts: Side,
    refuses: Side,
    formats: FormatMode,
  ) {
    this.#evaluator = evaluator;
    this.#meter = meter;
    this.#accepts = accepts;
    this.#refuses = refuses;
    this.#formats = formats;
  }

  /** By the normal form. */
  isWitness(value: Json): boolean {
    return (
      this.#evaluator.holds(this.#accepts.literal, value) === true &&
      this.#evaluator.holds(this.#refuses.literal, value) === false
    );
  }

  /** By the second validator; false too where it cannot read one of the schemas. */
  isConfirmed(value: Json): boolean {
    return this.#says(this.#accepts, value) === true && this.#says(this.#refuses, value) === false;
  }

  #says({ document }: Side, value: Json): boolean | null {
    if (costOf(document, '')(value, this.#meter) <= MOST_LOOKS) {
      return secondOpinion(document, this.#formats)(value);
    }
    this.wasTooDear = true;
    return null;
  }
}

const costOf = rememberEach(validationCost);

type Opinion = (instance: Json) => boolean | null;

/**
 * The code that ajv makes to stop at the first error nests once for each property, and thousands
 * of them overflow the stack of whoever compiles it; to find all errors it is flat.
 */
const WIDE = 400;

/** From here on compiling is what takes long: once, as whoever tells the errors has it too. */
const LONG = 20_000;

/** What ajv says; null where it cannot read the schema, or recurses in it without end. */
const secondOpinion = rememberEach<Opinion>((document, formats) => {
  const format = formats === 'assert' ? 'assert' : 'annotation';
  if (widestOf(document) > WIDE || JSON.stringify(document).length > LONG) {
    return (instance) => validate(document, instance, { format, allErrors: true })?.valid ?? null;
  }
  const check = compileValidator(document, { format });
  if (check === null) return () => null;
  return (instance) => {
    try {
      return check(instance).valid;
    } catch {
      return null;
    }
  };
});
