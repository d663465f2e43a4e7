import request from 'supertest';
import { PROBLEMS } from '#core/problems/catalogue.js';
import { startApp, type TestApp } from '../../support/app.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.stop());

describe('the catalogue of problems', () => {
  it('lists every code once, without a key', async () => {
    const answer = await request(service.server).get('/problems').expect(200);
    const codes = answer.body.items.map(({ code }: { code: string }) => code);
    expect([...codes].sort()).toEqual(Object.keys(PROBLEMS).sort());
  });

  it.each(Object.keys(PROBLEMS))('has what the type of a problem leads to: %s', async (code) => {
    const answer = await request(service.server).get(`/problems/${code}`).expect(200);
    expect(answer.body).toMatchObject({
      code,
      type: `/problems/${code}`,
      remedy: expect.anything(),
    });
  });

  it('is a page for a browser', async () => {
    const answer = await request(service.server)
      .get('/problems/bump-too-small')
      .set('accept', 'text/html,application/xhtml+xml')
      .expect(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.text).toContain('<code>check.minimum_version</code>');
  });

  it('knows no others', async () => {
    for (const code of ['nothing', 'constructor', '__proto__']) {
      const answer = await request(service.server).get(`/problems/${code}`).expect(404);
      expect(answer.body.code).toBe('not-found');
    }
  });
});
