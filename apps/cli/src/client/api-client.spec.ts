import { ApiClient, type Connection } from './api-client.js';
import { ApiRefusal, Unreachable } from './problem.js';

type Answering = () => Response | Error;

const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { type: `/problems/${code}`, status, code, title: 't', detail: 'd' },
    { status, headers },
  );

/** A client whose service gives these answers, one after the other. */
const clientOn = (...answers: Answering[]) => {
  const sent: { url: string; init: RequestInit }[] = [];
  const waited: number[] = [];
  const connection: Connection = {
    url: 'http://catalog.example/',
    token: 'qm_a_secret',
    fetch: (url, init) => {
      sent.push({ url: String(url), init: init ?? {} });
      const answer = answers[sent.length - 1]?.() ?? new Error('no answer is left');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    sleep: (ms) => {
      waited.push(ms);
      return Promise.resolve();
    },
    now: () => Date.parse('2026-01-01T00:00:00Z'),
  };
  const headerOf = (n: number, name: string) => new Headers(sent[n]?.init.headers).get(name);
  return { client: new ApiClient(connection), sent, waited, headerOf };
};

const post = {
  method: 'POST',
  path: '/v1/registrations',
  body: { items: [] },
  once: true,
} as const;

describe('the client of the API', () => {
  it('sends the token and gives the answer with every key that it owns', async () => {
    const { client, sent, headerOf } = clientOn(() => new Response('{"__proto__":{"a":1}}'));
    const { body } = await client.send({ method: 'GET', path: '/v1/me' });
    expect(JSON.stringify(body)).toBe('{"__proto__":{"a":1}}');
    expect(sent[0]?.url).toBe('http://catalog.example/v1/me');
    expect(headerOf(0, 'authorization')).toBe('Bearer qm_a_secret');
  });

  it('waits for a busy service as long as it says, at most half a minute', async () => {
    const { client, waited } = clientOn(
      () => problem(503, 'database-unavailable', { 'retry-after': '2' }),
      () => problem(429, 'too-many-requests', { 'retry-after': '600' }),
      () => problem(503, 'shutting-down', { 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }),
      () => Response.json({}),
    );
    await client.send(post);
    expect(waited).toEqual([2000, 30_000, 5000]);
  });

  it('repeats a POST under the same Idempotency-Key, another one under another', async () => {
    const reset = () => new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
    const { client, sent, headerOf } = clientOn(
      reset,
      () => problem(409, 'idempotency-key-busy'),
      () => Response.json({}),
      () => Response.json({}),
    );
    await client.send(post);
    await client.send(post);
    const keys = sent.map((_, n) => headerOf(n, 'idempotency-key'));
    expect(keys[0]).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('sends what only reads without a key', async () => {
    const { client, headerOf } = clientOn(() => Response.json({}));
    await client.send({ method: 'POST', path: '/v1/candidates', body: {} });
    expect(headerOf(0, 'idempotency-key')).toBeNull();
  });

  it('gives up on a service that never answers, with the reason', async () => {
    const refused = () => new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
    const { client, sent } = clientOn(refused, refused, refused, refused, refused);
    await expect(client.send(post)).rejects.toEqual(
      new Unreachable('http://catalog.example/', 'ECONNREFUSED'),
    );
    expect(sent).toHaveLength(5);
  });

  it('does not repeat what is refused', async () => {
    const { client, sent } = clientOn(() => problem(422, 'bump-too-small'));
    const refusal = await client.send(post).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiRefusal);
    expect(refusal).toMatchObject({ problem: { code: 'bump-too-small', kind: 'refused' } });
    expect(sent).toHaveLength(1);
  });

  it('goes nowhere else, whatever the service answers, so that nobody else is sent the token', async () => {
    const elsewhere = () =>
      new Response(null, { status: 307, headers: { location: 'https://evil.example/v1' } });
    const { client, sent } = clientOn(elsewhere, elsewhere);
    const reason = /leads to https:\/\/evil\.example\/v1, which is not followed$/;
    await expect(client.send(post)).rejects.toThrow(reason);
    await expect(client.open('/v1/audit-events/export')).rejects.toThrow(reason);
    expect(sent.map(({ init }) => init.redirect)).toEqual(['manual', 'manual']);
  });

  it('reads the refusal of a proxy by its status alone', async () => {
    const { client } = clientOn(() => new Response('<h1>Forbidden</h1>', { status: 403 }));
    await expect(client.send(post)).rejects.toMatchObject({
      problem: { code: 'http-403', kind: 'forbidden' },
    });
  });
});
