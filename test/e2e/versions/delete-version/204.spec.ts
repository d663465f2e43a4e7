import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { forceState, manifestOf, pathOf, register } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

describe('deleting a draft', () => {
  it('frees its number and says so in the history', async () => {
    const { body: draft } = await register(admin, 'gone.tool', '1.0.0+b1').expect(201);
    const answer = await admin.delete(pathOf('gone.tool', '1.0.0')).expect(204);
    expect(answer.text).toBe('');
    await admin.get(pathOf('gone.tool', '1.0.0')).expect(404);
    await admin.delete(pathOf('gone.tool', '1.0.0')).expect(404);
    const history = await admin.get('/v1/tools/gone.tool/history').expect(200);
    expect(history.body.items[0]).toMatchObject({
      action: 'version.deleted',
      version: '1.0.0+b1',
      before: draft.contract_digest,
      after: null,
    });
    await register(admin, 'gone.tool', '1.0.0+b2', manifestOf({ title: 'New' })).expect(201);
  });

  it.each(['review', 'enabled', 'disabled'])('refuses a version in %s', async (state) => {
    await register(admin, `kept.${state}`).expect(201);
    await forceState(app, `kept.${state}`, '1.0.0', state);
    const answer = await admin.delete(pathOf(`kept.${state}`, '1.0.0')).expect(409);
    expect(answer.body.code).toBe('version-not-deletable');
  });

  it('refuses a draft that was submitted before', async () => {
    await register(admin, 'kept.submitted').expect(201);
    await forceState(app, 'kept.submitted', '1.0.0', 'draft');
    await admin.delete(pathOf('kept.submitted', '1.0.0')).expect(409);
  });

  it('needs publish in the namespace', async () => {
    await register(admin, 'kept.draft').expect(201);
    const stranger = await makeCaller(app, { permissions: ['publish'], namespaces: ['mine'] });
    await stranger.delete(pathOf('kept.draft', '1.0.0')).expect(403);
  });
});
