import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from './request-context.js';

/** The RequestContext of this request, as a parameter of a controller's method. */
export const Context = createParamDecorator((_: unknown, host: ExecutionContext): RequestContext =>
  contextOf(host.switchToHttp().getRequest<FastifyRequest>()),
);

export const contextOf = ({ caller, id }: FastifyRequest): RequestContext => {
  if (caller === undefined) throw new Error('an open route has no caller');
  return { caller, requestId: id };
};
