/** A witness is shown only after two validators that share no code have judged it alike. */
import type { Json } from '../../json/value.js';
import { compileValidator } from '../../schema/validator.js';
import { rememberEach } from './remember.js';
import type { Evaluator, FormatMode } from './evaluate.js';
import type { Literal } from './node.js';

/** One side of a question, as each of the two validators reads it. */
export interface Side {
  readonly literal: Literal;
  /** With its `$schema`, so that the second validator reads the same dialect. */
  readonly document: Json;
}

export class Witnesses {
  readonly #evaluator: Evaluator;
  readonly #accepts: Side;
  readonly #refuses: Side;
  readonly #formats: FormatMode;

  constructor(evaluator: Evaluator, accepts: Side, refuses: Side, formats: FormatMode) {
    this.#evaluator = evaluator;
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
    return (
      secondOpinion(this.#accepts.document, this.#formats)(value) === true &&
      secondOpinion(this.#refuses.document, this.#formats)(value) === false
    );
  }
}

type Opinion = (instance: Json) => boolean | null;

/** What ajv says; null where it cannot read the schema, or recurses in it without end. */
const secondOpinion = rememberEach<Opinion>((document, formats) => {
  const check = compileValidator(document, {
    format: formats === 'assert' ? 'assert' : 'annotation',
  });
  if (check === null) return () => null;
  return (instance) => {
    try {
      return check(instance).valid;
    } catch {
      return null;
    }
  };
});
