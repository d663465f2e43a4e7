import request from 'supertest';
import { startApp, type TestApp } from '../../../support/app.js';
import { ADMIN_TOKEN } from '../../../support/app.js';
import { makeCaller } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('a caller that is not known', () => {
  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic YTpi'],
    ['no token', 'Bearer '],
    ['another form', 'Bearer qm_admin'],
    ['an unknown id', `Bearer qm_nobody_${'a'.repeat(32)}`],
    ['a known id with another secret', `Bearer ${ADMIN_TOKEN}a`],
  ])('is told so in one way: %s', async (_, header) => {
    const asked = request(app.server).get('/v1/me');
    const answer = await (header === undefined ? asked : asked.set('authorization', header));
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({ code: 'unauthenticated' });
  });

  it('is refused before an unknown member or a bad tool_id is', async () => {
    await request(app.server).put('/v1/tools/..%2Fx/versions/1.0.0').send('{').expect(401);
  });

  it('is refused once the key has expired', async () => {
    const caller = await makeCaller(app, {
      permissions: ['read'],
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    await caller.get('/v1/me').expect(200);
    await app.database.query(
      `UPDATE api_key SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL`,
    );
    await caller.get('/v1/me').expect(401);
  });
});
