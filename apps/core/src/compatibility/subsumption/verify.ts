/** A witness is shown only after two validators that share no code have judged it alike. */
import type { Json } from '../../json/value.js';
import { compileValidator } from '../../schema/validator.js';
import type { Evaluator, FormatMode } from './evaluate.js';
import type { Literal } from './node.js';

type Judge = (instance: Json) => boolean;

/** One side of a question, as each of the two validators reads it. */
export interface Side {
  readonly literal: Literal;
  /** With its `$schema`, so that the second validator reads the same dialect. */
  readonly document: Json;
}

/** Judges witnesses; the second validator is compiled only once the first agrees. */
export class Witnesses {
  readonly #evaluator: Evaluator;
  readonly #accepts: Side;
  readonly #refuses: Side;
  readonly #formats: FormatMode;
  #compiled: { readonly accepts: Judge | null; readonly refuses: Judge | null } | null = null;

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
    this.#compiled ??= {
      accepts: this.#compile(this.#accepts.document),
      refuses: this.#compile(this.#refuses.document),
    };
    const { accepts, refuses } = this.#compiled;
    return accepts?.(value) === true && refuses?.(value) === false;
  }

  #compile(document: Json): Judge | null {
    const check = compileValidator(document, { format: this.#formats });
    if (check === null) return null;
    return (instance) => {
      try {
        return check(instance).valid;
      } catch {
        // A schema that recurses without end on this instance: no judgement.
        return false;
      }
    };
  }
}
