import { startApp, type TestApp } from '../../../support/app.js';
import { makeCaller } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('the list of a key that holds only `candidates`', () => {
  it.each(['owner=platform', 'state=draft'])('cannot be filtered by %s', async (filter) => {
    const agent = await makeCaller(app, {
      permissions: ['candidates'],
      tenants: ['*'],
      roles: ['*'],
    });
    const answer = await agent.get(`/v1/tools?${filter}`).expect(403);
    expect(answer.body.code).toBe('permission-missing');
  });
});
