import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import type { Caller } from '../auth/caller.js';
import { FairLine } from './fair-line.js';
import { useJsonBodies } from './json-body.js';
import { LargeBodies } from './large-bodies.js';
import { sendProblem } from './problem.filter.js';

const MIB = 1024 * 1024;

const large = new LargeBodies();
const lines = Reflect.get(large, 'lines') as { single: FairLine; bulk: FairLine };
const fastify = Fastify({ forceCloseConnections: true });
const ends: (() => void)[] = [];
let answered: () => void = () => undefined;
let port = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  fastify.setErrorHandler(sendProblem);
  fastify.addHook('onRequest', (request, _, done) => {
    request.caller = { keyId: String(request.headers['x-key']) } as Caller;
    done();
  });
  large.watch(fastify);
  useJsonBodies(fastify);
  fastify.post('/v1/registrations', () => 'read');
  fastify.post('/work', () => new Promise((resolve) => void ends.push(() => resolve('done'))));
  fastify.post('/long', () => {
    setImmediate(answered);
    return 'x'.repeat(20 * MIB);
  });
  fastify.get('/stream', (_, reply) => void reply.hijack());
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (fastify.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const end of ends.splice(0)) end();
  while (lines.single.size + lines.bulk.size > 0) await nextTurn();
});
afterAll(() => fastify.close());

const begin = (line: string, key: string, length: number, body = ''): Socket => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const type = 'content-type: application/json';
  socket.write(
    `${line} HTTP/1.1\r\nhost: a\r\nx-key: ${key}\r\n${type}\r\ncontent-length: ${length}\r\n\r\n${body}`,
  );
  sockets.push(socket);
  return socket;
};

const textOf = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));

const post = (path: string, key: string, bytes: number) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-key': key },
    body: textOf(bytes),
  });

describe('room for large bodies', () => {
  it('is taken by no more than begins to come: who sends nothing on is timed out', async () => {
    const pace = { lookEveryMs: 1, idleLooks: 5, looks: 15 };
    const usual: unknown = Reflect.get(large, 'pace');
    Reflect.set(large, 'pace', pace);
    const socket = begin('POST /v1/registrations', 'a', 16 * MIB, '[');
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    await new Promise((done) => socket.once('close', done));
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('"code":"request-timeout"');
    expect(lines.bulk.size).toBe(0);
    Reflect.set(large, 'pace', usual);
  });

  it('is not taken by what is never read', async () => {
    begin('GET /stream', 'a', MIB, 'x');
    expect(await (await post('/v1/registrations', 'a', 40_000)).text()).toBe('read');
    expect(lines.single.size).toBe(0);
  });

  it('is free again once the answer is made, whether or not its client reads it', async () => {
    const isAnswered = new Promise<void>((resolve) => (answered = resolve));
    begin('POST /long', 'a', 40_000, textOf(40_000)).pause();
    await isAnswered;
    expect(lines.single.size).toBe(0);
  });

  it('is had by many small ones of a caller, who is told when it waits for itself', async () => {
    lines.single = new FairLine({
      places: 12 * MIB,
      placesOfOne: 2 * MIB,
      waitingOfOne: 32,
      waitingOfAll: 500,
      longestWaitMs: 20,
    });
    for (let n = 0; n < 3; n += 1) begin('POST /work', 'a', 40_000, textOf(40_000));
    begin('POST /work', 'a', MIB, textOf(MIB));
    while (lines.single.size < 4) await nextTurn();
    const refused = await post('/work', 'a', MIB);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({
      code: 'too-many-requests',
      detail: expect.stringContaining('of this caller'),
    });
  });
});
