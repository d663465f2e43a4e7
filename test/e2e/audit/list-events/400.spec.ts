import { startApp, type TestApp } from '../../../support/app.js';
import { makeCaller } from '../../../support/caller.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.stop());

describe('an audit list that cannot be read', () => {
  it.each(['since=2026-02-30T00:00:00Z', 'until=0000-01-01T00:00:00Z', 'since=yesterday', 'who=x'])(
    'is refused as such: %s',
    async (query) => {
      const auditor = await makeCaller(app, { permissions: ['audit'] });
      const answer = await auditor.get(`/v1/audit-events?${query}`).expect(400);
      expect(answer.body).toMatchObject({ code: 'query-invalid' });
    },
  );
});
