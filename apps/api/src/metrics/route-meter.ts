import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Count } from './instruments.js';
import type { Meters } from './meters.js';

/** The route of a request that belongs to none, so that its path, made up by anybody, is no label. */
const NO_ROUTE = 'unmatched';

type Note = (reply: Pick<FastifyReply, 'statusCode' | 'elapsedTime' | 'getHeader'>) => void;

/**
 * Counts every answered request. What a route counts into is found once, when the route is added: a
 * request costs two additions and no look-up by labels.
 */
export const meterRoutes = (fastify: FastifyInstance, meters: Meters): void => {
  fastify.addHook('onRoute', (route) => {
    const notes = new Map(
      [route.method].flat().map((method) => [method, noteOf(meters, method, route.url)]),
    );
    route.onResponse = [
      ...[route.onResponse ?? []].flat(),
      (request, reply, done) => {
        notes.get(request.method)?.(reply);
        done();
      },
    ];
  });
  const unmatched = new Map<string, Note>();
  fastify.addHook('onResponse', (request, reply, done) => {
    const { refusedWith } = request;
    if (refusedWith !== undefined) meters.refusals.at(refusedWith).add();
    if (request.is404) {
      let note = unmatched.get(request.method);
      if (note === undefined) {
        note = noteOf(meters, request.method, NO_ROUTE);
        unmatched.set(request.method, note);
      }
      note(reply);
    }
    done();
  });
};

/** For a refusal before any hook runs. */
export const noteUnrouted = (
  meters: Meters,
  { method, refusedWith }: FastifyRequest,
  { statusCode }: FastifyReply,
): void => {
  if (refusedWith !== undefined) meters.refusals.at(refusedWith).add();
  meters.requests.at(method, NO_ROUTE, String(statusCode)).add();
};

/** Made with the first request, so that a route that nobody uses is not listed. */
const noteOf = (meters: Meters, method: string, route: string): Note => {
  const counts: (Count | undefined)[] = [];
  let seconds: ReturnType<Meters['requestSeconds']['at']> | undefined;
  return (reply) => {
    const { statusCode, elapsedTime } = reply;
    const count = (counts[statusCode] ??= meters.requests.at(method, route, String(statusCode)));
    count.add();
    // How long somebody listens is not how long an answer takes.
    if (reply.getHeader('content-type') === 'text/event-stream') return;
    seconds ??= meters.requestSeconds.at(method, route);
    seconds.observe(elapsedTime / 1_000);
  };
};
