import { RefusalCounter } from '../../../apps/api/src/auth/refusal-counter.js';
import { startApp, type TestApp } from '../../support/app.js';
import { makeCaller } from '../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('refusals of permission', () => {
  it('are counted by key and code, and written as one event', async () => {
    const agent = await makeCaller(app, { subject: 'curious', permissions: ['candidates'] });
    for (let tried = 0; tried < 3; tried += 1) await agent.get('/v1/audit-events').expect(403);
    await app.app.get(RefusalCounter).flush();
    await app.app.get(RefusalCounter).flush();

    const auditor = await makeCaller(app, { permissions: ['audit'] });
    const answer = await auditor.get('/v1/audit-events?action=access.refused').expect(200);
    expect(answer.body.items).toMatchObject([
      { actor: { subject: 'curious' }, detail: { code: 'permission-missing', times: 3 } },
    ]);
  });
});
