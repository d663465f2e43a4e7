import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
import { firstManifestOf, manifestOf, register } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

const diff = (query: string) => admin.get(`/v1/tools/diff.tool/diff?${query}`);

describe('comparing two stored versions', () => {
  beforeAll(async () => {
    await register(admin, 'diff.tool', '1.0.0', firstManifestOf()).expect(201);
    await register(admin, 'diff.tool', '1.1.0+b', manifestOf({ side_effect: true })).expect(201);
  });

  it('says what is between them, whatever their states', async () => {
    const { body } = await diff('from=1.0.0&to=1.1.0').expect(200);
    expect(body).toMatchObject({
      tool_id: 'diff.tool',
      against: '1.0.0',
      version: '1.1.0+b',
      baseline: null,
      allowed: null,
      declared_bump: 'minor',
      required_bump: 'major',
      changes: [{ rule: 'side-effect-added', bump: 'major' }],
    });
  });

  it('compares in the other direction too, where no step is declared', async () => {
    const { body } = await diff('from=1.1.0&to=1.0.0').expect(200);
    expect(body).toMatchObject({ against: '1.1.0+b', version: '1.0.0', declared_bump: null });
    const same = await diff('from=1.0.0&to=1.0.0').expect(200);
    expect(same.body).toMatchObject({ required_bump: 'none', changes: [] });
  });

  it('answers 404 to an unknown number and 400 to a missing one', async () => {
    await diff('from=1.0.0&to=3.0.0').expect(404);
    await diff('from=latest&to=1.0.0').expect(404);
    expect((await diff('from=1.0.0').expect(400)).body.code).toBe('query-invalid');
  });

  it('does not exist for a reader of other namespaces', async () => {
    const stranger = await makeCaller(app, { permissions: ['read'], namespaces: ['mine'] });
    await stranger.get('/v1/tools/diff.tool/diff?from=1.0.0&to=1.1.0').expect(404);
  });
});
