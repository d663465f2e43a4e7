import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, type TestCaller } from '../../../support/caller.js';
import { firstManifestOf, forceState, manifestOf, register } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

describe('a registration in conflict with what is stored', () => {
  it('refuses a tool_id that differs from an existing one in case only', async () => {
    await register(admin, 'case.Tool').expect(201);
    const answer = await register(admin, 'case.tool').expect(409);
    expect(answer.body).toMatchObject({ code: 'tool-id-taken' });
    expect(answer.body.detail).toContain('case.Tool');
  });

  it('refuses a namespace in another spelling', async () => {
    await register(admin, 'Spelt.one').expect(201);
    const answer = await register(admin, 'spelt.two').expect(409);
    expect(answer.body).toMatchObject({ code: 'tool-id-taken' });
  });

  it.each([
    ['build.other', '1.0.0+a', '1.0.0+b'],
    ['build.without', '1.0.0+a', '1.0.0'],
    ['build.with', '1.0.0', '1.0.0+a'],
  ])('refuses %s: %s and %s are the same version', async (toolId, first, second) => {
    await register(admin, toolId, first).expect(201);
    const answer = await register(admin, toolId, second).expect(409);
    expect(answer.body.code).toBe('version-taken');
  });

  it.each(['review', 'staging', 'enabled', 'deprecated', 'disabled'])(
    'never puts another contract into a version in %s',
    async (state) => {
      await register(admin, `frozen.${state}`).expect(201);
      await forceState(app, `frozen.${state}`, '1.0.0', state);
      const answer = await register(admin, `frozen.${state}`, '1.0.0', manifestOf({ title: 'x' }));
      expect(answer.status).toBe(409);
      expect(answer.body.code).toBe('version-frozen');
    },
  );

  it('keeps a version frozen that was enabled once, also back in draft', async () => {
    await register(admin, 'frozen.reopened').expect(201);
    await forceState(app, 'frozen.reopened', '1.0.0', 'enabled');
    await forceState(app, 'frozen.reopened', '1.0.0', 'draft');
    await register(admin, 'frozen.reopened', '1.0.0', manifestOf({ title: 'x' })).expect(409);
    await register(admin, 'frozen.reopened').expect(200);
  });

  it('answers conflicts of spelling before faults of the manifest, and frozen after them', async () => {
    await register(admin, 'order.tool').expect(201);
    await forceState(app, 'order.tool', '1.0.0', 'enabled');
    const bad = firstManifestOf({ input_schema: { type: 'string' } });
    expect((await register(admin, 'ORDER.tool', '1.0.0', bad)).body.code).toBe('tool-id-taken');
    expect((await register(admin, 'order.tool', '1.0.0+b', bad)).body.code).toBe('version-taken');
    expect((await register(admin, 'order.tool', '1.0.0', bad)).body.code).toBe('schema-invalid');
  });
});
