import type { FastifyInstance } from 'fastify';
import type { RateClass } from '#core/limits/own-limits.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which limit a request to this route is counted against. */
    rateClass?: RateClass;
  }
}

/** Says once for each route what its requests are counted as; call it before the routes are added. */
export const classifyRoutes = (fastify: FastifyInstance): void => {
  fastify.addHook('onRoute', (route) => {
    const [method = 'GET'] = [route.method].flat();
    route.config = { ...route.config, rateClass: rateClassOf(method, route.url) };
  });
};

/** Checks compute, writes take locks, candidates are asked all the time; what is left reads. */
export const rateClassOf = (method: string, url: string): RateClass => {
  if (url.startsWith('/v1/candidates')) return 'candidates';
  if (/\/(checks|diffs?)$/.test(url)) return 'checks';
  return method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
};
