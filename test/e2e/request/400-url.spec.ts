import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';
import { sendRaw } from '../../support/raw-http.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.stop());

describe('a request that cannot be read', () => {
  it.each([
    ['a broken escape in the path', '/v1/tools/%zz'],
    ['an escape in the path that is no UTF-8', '/v1/tools/%ff'],
    ['a broken escape in the query', '/livez?a=%'],
    ['an escape in the query that is no UTF-8', '/livez?a=%ff'],
    ['half of a surrogate pair in the query', '/livez?a=%ed%a0%80'],
  ])('is told that the URL is bad: %s', async (_, url) => {
    const answer = await request(service.server).get(url).expect(400);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.headers['x-request-id']).toBe(answer.body.instance);
    expect(answer.body).toMatchObject({ code: 'bad-url', type: '/problems/bad-url', status: 400 });
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a header without a colon', 'GET /livez HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n'],
    [
      'two lengths',
      'GET /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    ['no Host', 'GET /livez HTTP/1.1\r\n\r\n'],
  ])('is answered with a problem even when it is not HTTP: %s', async (_, bytes) => {
    const answer = await sendRaw(service, bytes);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({ code: 'request-malformed', status: 400 });
  });
});
