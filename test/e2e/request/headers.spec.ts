import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';
import { sendRaw } from '../../support/raw-http.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ QM_BEHIND_TLS: 'on', QM_TRUSTED_PROXIES: '127.0.0.1, ::1' });
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
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(answer.headers['cache-control']).toMatch(/no-cache|no-store/);
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });

  it.each(['/docs', '/docs/swagger-ui.css', '/%zz'])('says so too: %s', async (path) => {
    const { headers } = await request(service.server).get(path);
    expect(headers['content-security-policy']).toMatch(/^default-src '(self|none)';/);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
  });
});

describe('whoever guesses keys', () => {
  const from = (address: string, secret: string, id = 'nobody') =>
    request(service.server)
      .get('/v1/me')
      .set('x-forwarded-for', address)
      .set('authorization', `Bearer qm_${id}_${secret.repeat(32)}`);

  it('is refused before the key is looked up, while all others go on', async () => {
    await from('192.0.2.8', 'a', 'admin').expect(200);
    for (let n = 0; n < 10; n += 1) await from('192.0.2.8', 'b', 'admin').expect(401);
    const refused = await from('192.0.2.8', 'b', 'admin').expect(429);
    expect(refused.body).toMatchObject({ code: 'too-many-requests' });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(6);
    await from('192.0.2.8', 'a', 'admin').expect(200);
    await from('192.0.2.9', 'b', 'admin').expect(401);
    await from('192.0.2.8', 'b', 'another').expect(401);
  });
});
