import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('revoking a key', () => {
  it('takes effect with the answer, and once', async () => {
    const caller = await makeCaller(app, { permissions: ['read'] });
    const id = caller.token.split('_')[1];
    await caller.get('/v1/me').expect(200);
    await adminOf(app).delete(`/v1/api-keys/${id}`).expect(204);
    const answer = await caller.get('/v1/me').expect(401);
    expect(answer.body).toMatchObject({ code: 'unauthenticated' });

    await adminOf(app).delete(`/v1/api-keys/${id}`).expect(204);
    const events = await app.database.query(
      `SELECT seq FROM audit_event WHERE action = 'api-key.revoked'`,
    );
    expect(events).toHaveLength(1);
  });

  it('leaves the key in the list, as revoked', async () => {
    const caller = await makeCaller(app, { permissions: ['read'] });
    const id = caller.token.split('_')[1];
    await adminOf(app).delete(`/v1/api-keys/${id}`).expect(204);
    const key = await adminOf(app).get(`/v1/api-keys/${id}`).expect(200);
    expect(Date.parse(key.body.revoked_at)).not.toBeNaN();
  });
});
