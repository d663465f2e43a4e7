import { isArray, isObject, member, type Json, type JsonObject } from '#core/json/value.js';
import { isProblemCode, PROBLEMS } from '#core/problems/catalogue.js';
import type { FieldError } from '#core/problems/field-error.js';
import type { ProblemKind } from '#core/problems/kind.js';

/** A refusal as the service words it (RFC 9457). */
export interface ApiProblem {
  readonly status: number;
  readonly code: string;
  readonly kind: ProblemKind;
  readonly title: string;
  readonly detail: string;
  readonly remedy: string | undefined;
  readonly errors: readonly FieldError[];
  /** The whole answer, for members of one code alone such as `check` or `items`. */
  readonly document: JsonObject;
}

/** The service answered, and said no. */
export class ApiRefusal extends Error {
  constructor(readonly problem: ApiProblem) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

/** No answer of the service could be had. */
export class Unreachable extends Error {
  constructor(
    readonly url: string,
    reason: string,
  ) {
    super(`${url} does not answer: ${reason}`);
  }
}

/**
 * Reads a problem out of a refusing answer. A proxy in between may answer in its own form; then the
 * status alone speaks.
 */
export const problemOf = (status: number, body: Json | undefined): ApiProblem => {
  const document = isObject(body) ? body : {};
  const code = textAt(document, 'code') ?? `http-${status}`;
  const title = textAt(document, 'title') ?? `the service answered ${status}`;
  const errors = member(document, 'errors');
  return {
    status,
    code,
    kind: isProblemCode(code) ? PROBLEMS[code].kind : kindOfStatus(status),
    title,
    detail: textAt(document, 'detail') ?? title,
    remedy: textAt(document, 'remedy'),
    errors: isArray(errors) ? errors.flatMap(fieldErrorOf) : [],
    document,
  };
};

const KIND_OF_STATUS: Readonly<Record<number, ProblemKind>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  413: 'too-large',
  429: 'too-many-requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

function kindOfStatus(status: number): ProblemKind {
  return KIND_OF_STATUS[status] ?? (status >= 500 ? 'internal' : 'refused');
}

function fieldErrorOf(value: Json): FieldError[] {
  if (!isObject(value)) return [];
  const [pointer, code, message] = ['pointer', 'code', 'message'].map((key) => textAt(value, key));
  return [{ pointer: pointer ?? '', code: code ?? '', message: message ?? '' }];
}

function textAt(object: JsonObject, key: string): string | undefined {
  const value = member(object, key);
  return typeof value === 'string' ? value : undefined;
}
