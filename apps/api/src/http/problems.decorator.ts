import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { PROBLEMS, type ProblemCode } from '#core/problems/catalogue.js';
import { PROBLEM_MEDIA_TYPE } from './problem-document.js';
import { STATUS_OF_KIND } from './status.js';

/** What every route that knows its caller can answer. */
const COMMON: readonly ProblemCode[] = ['internal', 'database-unavailable', 'shutting-down'];

/** Documents the refusals of a route, by their codes: one response for each status. */
export const Problems = (...codes: readonly ProblemCode[]): MethodDecorator => {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set([...codes, ...COMMON])) {
    const status = STATUS_OF_KIND[PROBLEMS[code].kind];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return applyDecorators(
    ...[...byStatus].map(([status, all]) =>
      ApiResponse({
        status,
        description: all.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
        content: {
          [PROBLEM_MEDIA_TYPE]: {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(all.map((code) => [code, { value: exampleOf(code) }])),
          },
        },
      }),
    ),
  );
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
