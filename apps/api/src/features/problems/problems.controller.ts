import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { isProblemCode } from '#core/problems/catalogue.js';
import { Open } from '../../auth/requires.decorator.js';
import { notFound } from '../../http/problem.js';
import { Problems } from '../../http/problems.decorator.js';
import {
  describeProblem,
  describeProblems,
  PROBLEM_DESCRIPTION_SCHEMA,
  type ProblemDescription,
} from './problems.answers.js';
import { problemsPage } from './problems.page.js';

@Controller('problems')
export class ProblemsController {
  @Get()
  @Open()
  @ApiOperation({ summary: 'Every refusal and its remedy', tags: ['Operation'] })
  @ApiResponse({
    status: 200,
    description: 'The catalogue, as JSON or, for a browser, as a page.',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { items: { type: 'array', items: PROBLEM_DESCRIPTION_SCHEMA } },
          required: ['items'],
          additionalProperties: false,
        },
        example: { items: [describeProblem('version-frozen')] },
      },
      'text/html': { schema: { type: 'string' } },
    },
  })
  @Problems()
  list(@Headers('accept') accept: string | undefined, @Res() reply: FastifyReply): void {
    const items = describeProblems();
    answer(reply, accept, items, { items });
  }

  @Get(':code')
  @Open()
  @ApiOperation({ summary: 'One refusal and its remedy', tags: ['Operation'] })
  @ApiResponse({
    status: 200,
    description: 'What the code means and what to do, as JSON or, for a browser, as a page.',
    content: {
      'application/json': {
        schema: PROBLEM_DESCRIPTION_SCHEMA,
        example: describeProblem('version-frozen'),
      },
      'text/html': { schema: { type: 'string' } },
    },
  })
  @Problems('not-found')
  get(
    @Param('code') code: string,
    @Headers('accept') accept: string | undefined,
    @Res() reply: FastifyReply,
  ): void {
    if (!isProblemCode(code)) throw notFound();
    const problem = describeProblem(code);
    answer(reply, accept, [problem], problem);
  }
}

/** A browser names text/html; whoever does not gets JSON. */
const answer = (
  reply: FastifyReply,
  accept: string | undefined,
  problems: readonly ProblemDescription[],
  json: object,
): void => {
  reply.header('vary', 'accept').header('cache-control', 'public, max-age=300');
  if (accept?.includes('text/html') === true) {
    void reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(problemsPage(problems));
  } else {
    void reply.type('application/json; charset=utf-8').send(JSON.stringify(json));
  }
};
