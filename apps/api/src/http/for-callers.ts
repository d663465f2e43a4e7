import type { FastifyInstance } from 'fastify';
import { seeing, sightOf } from '../database/sight.js';
import type { Idempotency } from './idempotency.js';

/**
 * What a handler does with the database, it does for whoever the request is of, and together with what
 * its Idempotency-Key asks for. Handlers are told so and not hooks, since their promise says when it is
 * over. Fenced routes answer from memory, and say it themselves where they ask the database after all.
 */
export const handleForCallers = (
  fastify: FastifyInstance,
  idempotency: Pick<Idempotency, 'during'>,
): void => {
  fastify.addHook('onRoute', (route) => {
    const { handler, config } = route;
    if (config?.fenced === true) return;
    route.handler = function (request, reply) {
      const { caller } = request;
      const answer = async (): Promise<unknown> => handler.call(this, request, reply);
      if (caller === undefined) return answer();
      return seeing(
        () => sightOf(caller.keyId, caller.grant),
        () => idempotency.during(request, answer),
      );
    };
  });
};
