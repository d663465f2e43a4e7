import { startApp, type TestApp } from '../../../support/app.js';
import { makeCaller } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

it('an agent is not told what the filter removed', async () => {
  const agent = await makeCaller(app, {
    permissions: ['candidates', 'read'],
    tenants: ['acme'],
    roles: ['operator'],
  });
  const answer = await agent
    .post('/v1/candidates/explain')
    .send({ roles: ['operator'], task_type: 'support' })
    .expect(403);
  expect(answer.body.code).toBe('permission-missing');
});
