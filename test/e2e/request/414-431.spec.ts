import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';
import { sendRaw } from '../../support/raw-http.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.stop());

describe('a request whose head is too long', () => {
  it.each([
    ['the whole URL', `/livez?a=${'x'.repeat(9000)}`],
    ['one segment of the path', `/v1/tools/${'x'.repeat(2000)}`],
  ])('is refused for its URL: %s', async (_, url) => {
    const answer = await request(service.server).get(url).expect(414);
    expect(answer.body).toMatchObject({ code: 'uri-too-long', status: 414 });
    expect(answer.headers['x-request-id']).toBe(answer.body.instance);
  });

  it('is refused for its headers', async () => {
    const answer = await sendRaw(
      service,
      `GET /livez HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    );
    expect(answer.status).toBe(431);
    expect(answer.body).toMatchObject({ code: 'headers-too-large', status: 431 });
  });

  it('is refused for the number of its headers, none of which is dropped before', async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => `a${n}:b\r\n`).join('');
    const answer = await sendRaw(service, `GET /livez HTTP/1.1\r\nHost: a\r\n${many}\r\n`);
    expect(answer).toMatchObject({ status: 431, body: { code: 'headers-too-large' } });
  });

  it('may hold a tool_id of 128 characters, each of them escaped', async () => {
    const escaped = '%61'.repeat(128);
    await request(service.server).get(`/v1/tools/${escaped}/versions/1.0.0`).expect(401);
  });
});
