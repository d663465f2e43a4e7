import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemCode } from '#core/problems/catalogue.js';
import { problemOf } from './framework-problem.js';
import { answerOf } from './problem-document.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that this request was answered with. */
    refusedWith?: ProblemCode;
  }
}

/** Every refusal leaves through here, whoever made it: use cases, hooks, Nest or Fastify. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const problem = problemOf(error);
  if (problem.code === 'internal') request.log.error({ err: error }, 'request failed');
  if (problem.code === 'database-unavailable') request.log.warn({ err: error }, 'database away');
  request.refusedWith = problem.code;
  if (reply.sent) return;
  const { status, headers, body } = answerOf(problem, request.id);
  void reply.code(status).headers(headers).send(JSON.stringify(body));
};
