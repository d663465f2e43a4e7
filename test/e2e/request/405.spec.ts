import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';
import { sendRaw } from '../../support/raw-http.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.stop());

describe('a method that a route does not take', () => {
  it('is refused with the methods it takes', async () => {
    const answer = await request(service.server).delete('/livez').expect(405);
    expect(answer.headers['allow']).toBe('GET, HEAD');
    expect(answer.body).toMatchObject({ code: 'method-not-allowed', status: 405 });
  });

  it('is refused before the caller is asked who they are', async () => {
    const answer = await request(service.server).put('/v1/api-keys').send({}).expect(405);
    expect(answer.headers['allow']).toBe('GET, HEAD, POST');
  });

  it('counts OPTIONS and a method that Fastify does not know', async () => {
    await request(service.server).options('/livez').expect(405);
    await request(service.server).trace('/livez').expect(405);
  });

  it('counts CONNECT, whatever it wants to be connected with', async () => {
    const answer = await sendRaw(
      service,
      'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\nX-Request-Id: tunnel-1\r\n\r\n',
    );
    expect(answer.status).toBe(405);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('allow')).toContain('GET');
    expect(answer.body).toMatchObject({ code: 'method-not-allowed', instance: 'tunnel-1' });
  });

  it('sees the parameters of a path', async () => {
    const answer = await request(service.server).patch('/v1/tools/a.b/versions/1.0.0').expect(405);
    expect(answer.headers['allow']?.split(', ')).toEqual(expect.arrayContaining(['GET', 'PUT']));
  });
});
