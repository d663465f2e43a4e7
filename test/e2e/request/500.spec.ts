import { startApp, type TestApp } from '../../support/app.js';
import { adminOf } from '../../support/caller.js';
import { pathOf, register } from '../../support/catalog.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('a fault on our side', () => {
  it('is told as such, under the request id and without what is inside', async () => {
    const admin = adminOf(app);
    await register(admin, 'broken.tool').expect(201);
    await app.database.query(`UPDATE tool_version SET contract = '{"secret'`);
    const answer = await admin.get(pathOf('broken.tool', '1.0.0')).expect(500);
    expect(answer.body).toMatchObject({
      code: 'internal',
      detail: 'The request met a fault of this service.',
      instance: answer.headers['x-request-id'],
    });
    expect(answer.text).not.toContain('secret');
  });
});
