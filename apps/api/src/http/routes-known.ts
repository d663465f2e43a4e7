import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.js';

interface KnownRoute {
  readonly path: RegExp;
  readonly methods: Set<string>;
}

/** Remembers the routes as they are added, to tell an unknown path from a wrong method. */
export const rememberRoutes = (fastify: FastifyInstance): ((url: string) => Problem) => {
  const routes = new Map<string, KnownRoute>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { path: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });
  return (url) => {
    const path = url.split('?', 1)[0] ?? '';
    const methods = [...routes.values()].flatMap((route) =>
      route.path.test(path) ? [...route.methods] : [],
    );
    if (methods.length === 0) {
      return new Problem('route-unknown', { detail: 'Nothing is served under this path.' });
    }
    const allow = [...new Set(methods)].sort().join(', ');
    return new Problem('method-not-allowed', {
      detail: `This path takes ${allow}.`,
      headers: { allow },
    });
  };
};

const patternOf = (url: string): RegExp => {
  const segments = url
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? '[^/]+' : segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    );
  return new RegExp(`^${segments.join('/')}$`);
};
