import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import type { Caller } from '../../auth/caller.js';
import { handleForCallers } from '../../http/for-callers.js';
import { EventsController } from './events.controller.js';
import type { FollowEvents } from './follow-events.js';
import { Outlet } from './outlet.js';

it('a stream that is followed costs the promises of nobody else anything', async () => {
  const outlet = new Outlet();
  const follow = { execute: (): Promise<Outlet> => nextTurn(outlet) };
  const controller = new EventsController(follow as unknown as FollowEvents);
  const caller = { keyId: 'k', grant: { permissions: ['read'] } } as unknown as Caller;
  const fastify = Fastify();
  fastify.addHook('onRequest', (request, _, done) => {
    request.caller = caller;
    done();
  });
  handleForCallers(fastify, { during: (_, work) => work() });
  fastify.get('/', (request, reply) =>
    controller.follow(undefined, { caller, requestId: request.id }, request, reply),
  );
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fastify.server.address() as AddressInfo;
  // What Node 20 notes on each promise for each storage that is in use, such as those of the runner.
  const noted = (): number => Object.getOwnPropertySymbols(Promise.resolve()).length;
  const before = noted();
  const stop = new AbortController();
  outlet.write('one\n');
  const { body, headers } = await fetch(`http://127.0.0.1:${port}/`, { signal: stop.signal });
  expect(headers.get('content-type')).toBe('text/event-stream');
  const reader = body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('one\n');
  expect(noted()).toBe(before);
  outlet.write('two\n');
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('two\n');
  stop.abort();
  await fastify.close();
});
