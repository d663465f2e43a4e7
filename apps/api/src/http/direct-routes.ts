import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { Json } from '#core/json/value.js';
import { takeArrivedJson } from './json-body.js';
import { sendProblem } from './problem.filter.js';

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
      if (handler === undefined) return;
      route.handler = handler;
      if (route.method === 'POST') route.preParsing = answerAtOnce(route.url, handler);
    });
  }
}

/**
 * A plain request that is all there is answered before Fastify parses it: what it wraps parsing in costs
 * more than all else that it does. Others go on as everywhere: to be waited for, decoded, traced, or
 * refused for their query.
 */
const answerAtOnce =
  (url: string, handler: DirectHandler): preParsingHookHandler =>
  (request, reply, payload, done) => {
    const isPlain = request.url === url && request.trace === undefined;
    let body: Json | undefined;
    try {
      body = isPlain ? takeArrivedJson(request) : undefined;
    } catch (error) {
      return sendProblem(error, request, reply);
    }
    if (body === undefined) return done(null, payload);
    request.body = body;
    handler(request, reply);
  };
