import { startApp, type TestApp } from '../../../support/app.js';
import { makeCaller } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('verifying the audit trail as the auditor of one namespace', () => {
  it('is refused, since the totals count what others do', async () => {
    const narrow = await makeCaller(app, { permissions: ['audit'], namespaces: ['support'] });
    const answer = await narrow.get('/v1/audit-events/verification').expect(403);
    expect(answer.body).toMatchObject({ code: 'permission-missing' });
    expect(answer.body).not.toHaveProperty('events');
  });

  it('is open to whoever audits every namespace, by whatever words', async () => {
    const every = await makeCaller(app, { permissions: ['audit'], namespaces: ['*'] });
    await every.get('/v1/audit-events/verification').expect(200);
  });
});
