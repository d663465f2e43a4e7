import { PROBLEMS, type ProblemCode } from '#core/problems/catalogue.js';
import { TEXT } from '../../http/answer-schema.js';
import { STATUS_OF_KIND } from '../../http/status.js';

export interface ProblemDescription {
  readonly code: ProblemCode;
  readonly type: string;
  readonly kind: string;
  readonly status: number;
  readonly title: string;
  readonly remedy: string;
}

export const PROBLEM_DESCRIPTION_SCHEMA = {
  type: 'object',
  properties: {
    code: TEXT,
    type: { ...TEXT, description: 'The `type` of the problem, this page.' },
    kind: TEXT,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    title: { ...TEXT, description: 'What happened.' },
    remedy: { ...TEXT, description: 'What to do about it.' },
  },
  required: ['code', 'type', 'kind', 'status', 'title', 'remedy'],
  additionalProperties: false,
};

export const describeProblem = (code: ProblemCode): ProblemDescription => ({
  code,
  type: `/problems/${code}`,
  kind: PROBLEMS[code].kind,
  status: STATUS_OF_KIND[PROBLEMS[code].kind],
  title: PROBLEMS[code].title,
  remedy: PROBLEMS[code].remedy,
});

/** Every problem, by status and then by code. */
export const describeProblems = (): readonly ProblemDescription[] =>
  // The keys of the catalogue are its codes.
  (Object.keys(PROBLEMS) as ProblemCode[])
    .map(describeProblem)
    .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
