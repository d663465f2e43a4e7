import { startApp, type TestApp } from '../../../support/app.js';
import { makeCaller } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('making a key without the right to', () => {
  it('is refused to everybody but an admin', async () => {
    const reviewer = await makeCaller(app, { permissions: ['review', 'read', 'audit'] });
    const answer = await reviewer
      .post('/v1/api-keys')
      .send({ subject: 'x', kind: 'agent', permissions: ['admin'] })
      .expect(403);
    expect(answer.body).toMatchObject({ code: 'permission-missing' });
  });

  it('is refused before the body is looked at', async () => {
    const reader = await makeCaller(app, { permissions: ['read'] });
    await reader
      .post('/v1/api-keys')
      .set('content-type', 'application/json')
      .send('{ not json')
      .expect(403);
  });

  it('is refused to an admin of one namespace for a key of all', async () => {
    const narrow = await makeCaller(app, { permissions: ['admin'], namespaces: ['support'] });
    const answer = await narrow
      .post('/v1/api-keys')
      .send({ subject: 'x', kind: 'person', permissions: ['read'] })
      .expect(403);
    expect(answer.body).toMatchObject({
      code: 'beyond-grant',
      errors: [{ pointer: '/namespaces' }],
    });
  });
});
