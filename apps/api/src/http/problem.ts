import type { ProblemCode } from '#core/problems/catalogue.js';
import type { FieldError } from '#core/problems/field-error.js';
import type { Refusal } from '#core/problems/refusal.js';

export interface ProblemInit {
  /** What happened here, for a person; never a secret, never another caller's data. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Further members of the answer, such as `check`, `allowed` or `gates`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal on its way to the client; `problem.filter.ts` turns it into RFC 9457. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly init: ProblemInit,
  ) {
    super(`${code}: ${init.detail}`);
    this.name = 'Problem';
  }

  static ofRefusal(refusal: Refusal, members?: Readonly<Record<string, unknown>>): Problem {
    return new Problem(refusal.code, {
      detail: refusal.message,
      errors: refusal.errors,
      ...(members === undefined ? {} : { members }),
    });
  }
}

/** The one answer for what does not exist and for what this caller may not know. */
export const notFound = (): Problem =>
  new Problem('not-found', { detail: 'There is no such object.' });
