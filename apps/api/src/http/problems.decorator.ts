import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { PROBLEMS, type ProblemCode } from '#core/problems/catalogue.js';
import { PROBLEM_MEDIA_TYPE } from './problem-document.js';
import { STATUS_OF_KIND } from './status.js';

/** Documents the refusals of a route, by their codes: one response for each status. */
export const Problems = (...codes: readonly ProblemCode[]): MethodDecorator =>
  applyDecorators(...problemResponses(codes).map((response) => ApiResponse(response)));

type ProblemResponse = ApiResponseOptions & { readonly status: number };

/** The responses of these refusals, the codes of one status together. */
export const problemResponses = (codes: readonly ProblemCode[]): readonly ProblemResponse[] => {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set(codes)) {
    const status = STATUS_OF_KIND[PROBLEMS[code].kind];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].map(([status, all]) => ({
    status,
    description: all.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(all.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  }));
};

const exampleOf = (code: ProblemCode): Readonly<Record<string, unknown>> => ({
  type: `/problems/${code}`,
  title: PROBLEMS[code].title,
  status: STATUS_OF_KIND[PROBLEMS[code].kind],
  detail: PROBLEMS[code].title,
  instance: 'req-7f3a',
  code,
  remedy: PROBLEMS[code].remedy,
});
