import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientGone } from '../http/client-gone.js';
import type { RequestContext } from './request-context.js';

/** The RequestContext of this request, as a parameter of a controller's method. */
export const Context = createParamDecorator(
  (_: unknown, host: ExecutionContext): RequestContext => {
    const http = host.switchToHttp();
    const gone = clientGone(http.getResponse<FastifyReply>());
    return { ...contextOf(http.getRequest<FastifyRequest>()), gone };
  },
);

export const contextOf = ({ caller, id }: FastifyRequest): RequestContext => {
  if (caller === undefined) throw new Error('an open route has no caller');
  return { caller, requestId: id };
};
