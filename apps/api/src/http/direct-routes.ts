import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Sends its answer, or a Problem; never throws. */
export type DirectHandler = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Routes that are asked all the time. Nest finds them and documents them like all others, but what it
 * does around a handler costs more than theirs do, so Fastify calls them itself. Guards, pipes and
 * interceptors do not run there; the hooks of the pipeline do, and Problems are answered as ever.
 */
@Injectable()
export class DirectRoutes {
  private readonly handlers = new Map<string, DirectHandler>();

  /** Call in the constructor of the controller: routes are added right after. */
  answer(route: string, handler: DirectHandler): void {
    this.handlers.set(route, handler);
  }

  /** Call before the routes are added. */
  install(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (route) => {
      const handler = this.handlers.get(`${String(route.method)} ${route.url}`);
      if (handler !== undefined) route.handler = handler;
    });
  }
}
