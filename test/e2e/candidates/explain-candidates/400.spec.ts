import { startApp, type TestApp } from '../../../support/app.js';
import { makeCaller } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

it.each([
  ['no tenant, since an auditor is bound to none', {}, '/tenant'],
  ['an unknown member', { tenant: 'acme', color: 'red' }, '/color'],
])('nothing is explained with %s', async (_, more, pointer) => {
  const auditor = await makeCaller(app, { permissions: ['audit'] });
  const answer = await auditor
    .post('/v1/candidates/explain')
    .send({ roles: ['operator'], task_type: 'support', ...more })
    .expect(400);
  expect(answer.body).toMatchObject({ code: 'body-invalid', errors: [{ pointer }] });
});
