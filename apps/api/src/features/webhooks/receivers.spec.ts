import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { readSettings } from '../../config/env.js';
import type { Message } from './message.js';
import { Receivers } from './receivers.js';

const MESSAGE: Message = { headers: { 'content-type': 'application/json' }, body: '{}' };
const NEVER = new AbortController().signal;
const HERE = readSettings({ QM_WEBHOOK_NETWORKS: '127.0.0.0/8,::1/128' });

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

/** A server that answers every connection with these bytes, and says how many connections there were. */
const listen = async (answer: () => Iterable<string>) => {
  const seen = { connections: 0, closed: 0 };
  const server = createServer((socket) => {
    seen.connections += 1;
    socket.on('error', () => undefined);
    socket.on('close', () => (seen.closed += 1));
    socket.once('data', () => {
      const parts = answer()[Symbol.iterator]();
      const next = (): void => {
        const part = parts.next();
        if (part.done !== true && !socket.destroyed) socket.write(part.value, next);
      };
      next();
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { port: address.port, seen };
};

it('does not connect where a name leads to an address that is not public', async () => {
  const { port, seen } = await listen(() => []);
  const url = `https://localhost:${port}/`;
  const { attempt, error } = await new Receivers(readSettings({})).send(url, MESSAGE, NEVER);
  expect([attempt, error]).toEqual(['failed', 'localhost is no public address']);
  expect(seen.connections).toBe(0);
});

it('gives a receiver that does not answer up', async () => {
  const { port } = await listen(() => []);
  const receivers = new Receivers(HERE);
  receivers.patienceMs = 50;
  const outcome = await receivers.send(`http://127.0.0.1:${port}/`, MESSAGE, NEVER);
  expect(outcome).toEqual({
    attempt: 'failed',
    error: 'the receiver did not answer within 0.05 seconds',
  });
});

it('takes the head of an answer for it, and closes one whose body does not end', async () => {
  const { port, seen } = await listen(function* () {
    yield 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
    for (;;) yield `1000\r\n${'x'.repeat(4_096)}\r\n`;
  });
  const outcome = await new Receivers(HERE).send(`http://127.0.0.1:${port}/`, MESSAGE, NEVER);
  expect(outcome.attempt).toBe('delivered');
  while (seen.closed === 0) await new Promise(setImmediate);
});

it('says in words that are ours what went wrong', async () => {
  const { port } = await listen(() => ['nonsense of the receiver\r\n\r\n']);
  const { error } = await new Receivers(HERE).send(`http://127.0.0.1:${port}/`, MESSAGE, NEVER);
  expect(error).toBe('the receiver could not be reached (HPE_INVALID_CONSTANT)');
});
