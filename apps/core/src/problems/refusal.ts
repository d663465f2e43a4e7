import type { ProblemCode } from './catalogue.js';
import type { FieldError } from './field-error.js';

/** Read, understood and refused by a rule; `errors` says where, and may be empty. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly message: string;
  readonly errors: readonly FieldError[];
}
