import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, type TestCaller } from '../../../support/caller.js';
import { firstManifestOf, manifestOf, pathOf, register } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

describe('registering a new version', () => {
  it('creates a draft and says where it is', async () => {
    const manifest = firstManifestOf();
    const answer = await register(admin, 'echo.say', '1.0.0', manifest).expect(201);
    expect(answer.headers['location']).toBe('/v1/tools/echo.say/versions/1.0.0');
    expect(answer.body).toMatchObject({
      tool_id: 'echo.say',
      version: '1.0.0',
      state: 'draft',
      policy_version: 1,
      outcome: 'created',
      replaced: false,
      updated: [],
      drift: [],
      approvals: { have: 0, need: 1, by: [] },
      description: manifest['description'],
      input_schema: manifest['input_schema'],
    });
    expect(answer.body.contract_digest).toMatch(/^sha256:[0-9a-f]{64}$/);

    const read = await admin.get(pathOf('echo.say', '1.0.0')).expect(200);
    expect(answer.body).toEqual({
      ...read.body,
      outcome: 'created',
      replaced: false,
      updated: [],
      drift: [],
    });
  });
});
