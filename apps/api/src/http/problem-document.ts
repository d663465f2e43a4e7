import { PROBLEMS } from '#core/problems/catalogue.js';
import type { Problem } from './problem.js';
import { STATUS_OF_KIND } from './status.js';

export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** A refusal as RFC 9457 has it; `instance` is the id of the request, to be quoted in a report. */
export const answerOf = (problem: Problem, requestId: string): ProblemAnswer => {
  const { kind, title, remedy } = PROBLEMS[problem.code];
  const { detail, errors = [], members = {}, headers = {} } = problem.init;
  const status = STATUS_OF_KIND[kind];
  const standard = {
    type: `/problems/${problem.code}`,
    title,
    status,
    detail,
    instance: requestId,
    code: problem.code,
    remedy,
    ...(errors.length === 0 ? {} : { errors }),
  };
  return {
    status,
    headers: { ...headers, 'content-type': PROBLEM_MEDIA_TYPE },
    // Named first so that a reader sees them first, and last so that no member replaces them.
    body: { ...standard, ...members, ...standard },
  };
};
