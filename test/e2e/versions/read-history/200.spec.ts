import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { manifestOf, register } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

describe('reading what happened to a tool', () => {
  it('has the latest first, page by page, and not by which key', async () => {
    await register(admin, 'told.tool', '1.0.0').expect(201);
    await register(admin, 'told.tool', '1.0.0', manifestOf({ title: 'Two' })).expect(200);
    await register(admin, 'told.tool', '2.0.0', manifestOf({ title: 'Three' })).expect(201);
    await register(admin, 'told.other').expect(201);
    const reader = await makeCaller(app, { permissions: ['read'] });
    const first = await reader.get('/v1/tools/told.tool/history?limit=2').expect(200);
    expect(first.body.items).toMatchObject([
      { action: 'version.registered', version: '2.0.0', before: null },
      { action: 'version.replaced', version: '1.0.0' },
    ]);
    expect(first.body.items[0].actor).toEqual({ subject: 'bootstrap', kind: 'person' });
    const query = `limit=2&cursor=${first.body.next_cursor}`;
    const rest = await reader.get(`/v1/tools/told.tool/history?${query}`).expect(200);
    expect(rest.body).toMatchObject({
      items: [{ action: 'version.registered', version: '1.0.0' }],
      next_cursor: null,
    });
  });

  it("has the kill switch of the tool's namespace, and of no other", async () => {
    await register(admin, 'dark.tool').expect(201);
    await register(admin, 'dark_2.tool').expect(201);
    const reason = 'incident';
    for (const namespace of ['dark', 'dark_2']) {
      const path = `/v1/namespaces/${namespace}/suspension`;
      await admin.put(path).send({ suspended: true, reason }).expect(200);
    }
    const history = await admin.get('/v1/tools/dark.tool/history').expect(200);
    expect(history.body.items).toMatchObject([
      { action: 'namespace.suspended', reason, detail: { namespace: 'dark' } },
      { action: 'version.registered' },
    ]);
  });

  it('answers 404 to an unknown tool', async () => {
    await admin.get('/v1/tools/told.none/history').expect(404);
  });
});
