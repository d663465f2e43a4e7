import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, type TestCaller } from '../../../support/caller.js';
import {
  firstManifestOf,
  forceState,
  manifestOf,
  pathOf,
  register,
} from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

const POLICY = firstManifestOf()['policy'] as object;

describe('a registration that a rule refuses', () => {
  it('names the place in the schema that cannot be used', async () => {
    const input_schema = { type: 'object', properties: { a: { $ref: 'https://example.com/a' } } };
    const answer = await register(admin, 'bad.schema', '1.0.0', firstManifestOf({ input_schema }));
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('schema-invalid');
    expect(answer.body.errors[0].pointer).toMatch(/^\/input_schema\/properties\/a/);
    await admin.get(pathOf('bad.schema', '1.0.0')).expect(404);
  });

  it.each([
    ['policy-invalid', { policy: { ...POLICY, risk_level: 'L3' } }],
    ['policy-invalid', { policy: { ...POLICY, allowed_roles: ['*', 'a'] } }],
    ['annotations-contradict', { annotations: { destructiveHint: true } }],
    ['owner-missing', { owner: undefined }],
    ['policy-missing', { policy: undefined }],
  ])('refuses %s', async (code, flaw) => {
    const answer = await register(admin, 'bad.manifest', '1.0.0', firstManifestOf(flaw)).expect(
      422,
    );
    expect(answer.body.code).toBe(code);
    expect(answer.body).not.toHaveProperty('check');
  });

  it.each(['latest', '^1.0.0', '01.2.3', 'v1.0.0', '1.0', '1.0.0 ', '9007199254740992.0.0'])(
    'refuses %j as a number',
    async (version) => {
      const path = `/v1/tools/bad.number/versions/${encodeURIComponent(version)}`;
      const answer = await admin.put(path).send(firstManifestOf()).expect(422);
      expect(answer.body.code).toBe('version-not-semver');
    },
  );

  it('tells what the manifest lacks before what is wrong with the number', async () => {
    const answer = await register(admin, 'bad.both', 'latest', manifestOf()).expect(422);
    expect(answer.body.code).toBe('policy-missing');
  });

  it('refuses a step that is too small, with the verdict', async () => {
    await register(admin, 'step.small').expect(201);
    await forceState(app, 'step.small', '1.0.0', 'enabled');
    const manifest = manifestOf({ side_effect: true });
    const answer = await register(admin, 'step.small', '1.1.0', manifest).expect(422);
    expect(answer.body).toMatchObject({
      code: 'bump-too-small',
      check: {
        allowed: false,
        baseline: '1.0.0',
        declared_bump: 'minor',
        required_bump: 'major',
        minimum_version: '2.0.0',
      },
    });
    expect(answer.body.check.changes[0]).toMatchObject({ bump: 'major', path: '/side_effect' });
    await register(admin, 'step.small', '2.0.0', manifest).expect(201);
  });

  it('refuses the contract of its baseline under a new number', async () => {
    await register(admin, 'step.none').expect(201);
    await forceState(app, 'step.none', '1.0.0', 'enabled');
    const answer = await register(admin, 'step.none', '1.0.1').expect(422);
    expect(answer.body).toMatchObject({
      code: 'nothing-changed',
      check: { baseline: '1.0.0', required_bump: 'none', allowed: false },
    });
  });

  it('judges a version below an enabled one towards that one as well', async () => {
    await register(admin, 'step.below', '1.4.0').expect(201);
    await forceState(app, 'step.below', '1.4.0', 'enabled');
    const wider = manifestOf({ errors: [{ code: 'BUSY', retryable: true }] });
    await register(admin, 'step.below', '1.5.0', wider).expect(201);
    await forceState(app, 'step.below', '1.5.0', 'enabled');
    const side = manifestOf({ timeout_ms: 1_001, confirm_arguments: ['/text'] });
    const answer = await register(admin, 'step.below', '1.4.1', side).expect(422);
    expect(answer.body.code).toBe('bump-too-small');
    expect(answer.body.check.next).toMatchObject({ version: '1.5.0', required_bump: 'major' });
  });

  it('refuses drift only where that is asked for, before it says unchanged', async () => {
    await register(admin, 'drift.tool').expect(201);
    await forceState(app, 'drift.tool', '1.0.0', 'enabled');
    const manifest = firstManifestOf({ owner: 'others' });
    const path = pathOf('drift.tool', '1.0.0');
    const quiet = await admin.put(path).send(manifest).expect(200);
    expect(quiet.body.drift).toEqual(['/owner']);
    const answer = await admin.put(`${path}?drift=refuse`).send(manifest).expect(422);
    expect(answer.body).toMatchObject({ code: 'drift', errors: [{ pointer: '/owner' }] });
  });

  it.each([
    ['nul-character', 'a\\u0000b'],
    ['lone-surrogate', 'a\\ud800b'],
  ])('refuses %s, which could not be kept', async (code, escaped) => {
    const text = JSON.stringify(firstManifestOf({ description: 'TEXT' })).replace('TEXT', escaped);
    const answer = await admin
      .put(pathOf('bad.text', '1.0.0'))
      .set('content-type', 'application/json')
      .send(text)
      .expect(422);
    expect(answer.body).toMatchObject({ code, errors: [{ pointer: '/description' }] });
  });

  it('gives the same refusal in a dry run', async () => {
    const path = `${pathOf('bad.dry', '1.0.0')}?dry_run=true`;
    const answer = await admin.put(path).send(manifestOf()).expect(422);
    expect(answer.body.code).toBe('policy-missing');
    expect(answer.headers['x-dry-run']).toBe('true');
  });
});
