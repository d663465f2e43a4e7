import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';
import { sendRaw } from '../../support/raw-http.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.stop());

const live = () => request(service.server).get('/livez');

describe('X-Request-Id', () => {
  it('is taken over where it is a sane token', async () => {
    const answer = await live().set('x-request-id', 'build-42:a.b_c');
    expect(answer.headers['x-request-id']).toBe('build-42:a.b_c');
  });

  it.each(['a b', '<script>', 'x'.repeat(129), '-a', ''])('is made anew for %j', async (id) => {
    const answer = await live().set('x-request-id', id);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });
});

describe('ETag', () => {
  it('names the content, and 304 says that the caller has it', async () => {
    const first = await live().expect(200);
    const tag = first.headers['etag'] ?? '';
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    for (const value of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await live().set('if-none-match', value).expect(304);
      expect(again.text).toBe('');
      expect(again.headers['etag']).toBe(tag);
    }
    await live().set('if-none-match', '"other"').expect(200);
  });

  it('is not given to a refusal', async () => {
    const answer = await request(service.server).get('/nothing').set('if-none-match', '*');
    expect(answer.status).toBe(404);
    expect(answer.headers['etag']).toBeUndefined();
  });

  it('is the same for HEAD, without a body', async () => {
    const [get, head] = await Promise.all([live(), request(service.server).head('/livez')]);
    expect(head.status).toBe(200);
    expect(head.headers['etag']).toBe(get.headers['etag']);
  });
});

describe('Expect', () => {
  it('changes no answer where it is not understood', async () => {
    const expecting = (path: string) =>
      sendRaw(service, `GET ${path} HTTP/1.1\r\nHost: a\r\nExpect: nonsense\r\n\r\n`);
    expect(await expecting('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await expecting('/nothing')).toMatchObject({
      status: 404,
      body: { code: 'route-unknown' },
    });
  });
});

describe('every answer', () => {
  it.each(['/livez', '/nothing'])('keeps browsers and caches from guessing: %s', async (path) => {
    const answer = await request(service.server).get(path);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(answer.headers['cache-control']).toMatch(/no-cache|no-store/);
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });
});
