import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, type TestCaller } from '../../../support/caller.js';
import { firstManifestOf } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

describe('a check that cannot be made', () => {
  it.each([
    ['an unknown member', { strict: true }, '/strict'],
    ['a missing version', { version: undefined }, '/version'],
    ['a manifest that is none', { manifest: [] }, '/manifest'],
    [
      'a flaw of the manifest',
      { manifest: { ...firstManifestOf(), colour: 1 } },
      '/manifest/colour',
    ],
  ])('refuses %s with its place in the body', async (_, flaw, pointer) => {
    const body = { version: '1.0.0', manifest: firstManifestOf(), ...flaw };
    const answer = await admin.post('/v1/tools/some.tool/checks').send(body).expect(400);
    expect(answer.body.code).toBe('body-invalid');
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
  });

  it.each(['0.9.0', 'latest', 'no-number'])(
    'answers 404 to the unknown version %s to compare with',
    async (against) => {
      const body = { version: '1.0.0', manifest: firstManifestOf(), against };
      const answer = await admin.post('/v1/tools/some.tool/checks').send(body).expect(404);
      expect(answer.body.code).toBe('not-found');
    },
  );

  it('answers 422 to what is no version', async () => {
    const body = { version: '1', manifest: firstManifestOf() };
    const answer = await admin.post('/v1/tools/some.tool/checks').send(body).expect(422);
    expect(answer.body.code).toBe('version-not-semver');
  });
});
