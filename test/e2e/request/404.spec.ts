import request from 'supertest';
import { startApp, type TestApp } from '../../support/app.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.stop());

describe('an unknown route', () => {
  it.each([
    '/v1',
    '/v1/tool',
    '/livez/',
    '/LIVEZ',
    '/docs/../livez',
    '/constructor',
    '//livez',
    '/v1/tools/a/b/c/d/e/f',
  ])('is a problem, with or without a key: %s', async (path) => {
    const answer = await request(service.server).get(path).expect(404);
    expect(answer.body).toMatchObject({
      type: '/problems/route-unknown',
      title: expect.any(String),
      status: 404,
      detail: expect.any(String),
      instance: answer.headers['x-request-id'],
      code: 'route-unknown',
      remedy: expect.any(String),
    });
  });

  it('is answered before the body is looked at', async () => {
    const answer = await request(service.server)
      .post('/v1/nothing-here')
      .set('content-type', 'text/csv')
      .send('a;b');
    expect(answer.body).toMatchObject({ code: 'route-unknown', status: 404 });
  });
});
