import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../../support/caller.js';
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

describe('a registration that cannot be read', () => {
  it.each([
    ['an unknown field', { colour: 'red' }, '/colour', 'unknown-field'],
    ['a missing field', { target: undefined }, '/target', 'missing-field'],
    ['a wrong type', { timeout_ms: 'long' }, '/timeout_ms', 'wrong-type'],
    ['null for left out', { title: null }, '/title', 'wrong-type'],
    ['a policy in parts', { policy: { risk_level: 'L0' } }, '/policy/task_types', 'missing-field'],
  ])('refuses %s with its place', async (_, flaw, pointer, code) => {
    const answer = await register(admin, 'bad.body', '1.0.0', firstManifestOf(flaw)).expect(400);
    expect(answer.body.code).toBe('body-invalid');
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  it.each([
    ['bad-json', '{"description": '],
    ['bad-json', 'NaN'],
    ['duplicate-key', '{"description": "a", "description": "b"}'],
    ['unsafe-number', '{"timeout_ms": 1e400}'],
    ['unsafe-number', '{"timeout_ms": 9007199254740993}'],
    ['body-invalid', '[]'],
    ['body-invalid', ''],
  ])('refuses %s: %s', async (code, text) => {
    const answer = await admin
      .put(pathOf('bad.body', '1.0.0'))
      .set('content-type', 'application/json')
      .send(text)
      .expect(400);
    expect(answer.body.code).toBe(code);
  });

  it.each(['..%2Fx', 'a%20b', '1a', 'a..b', 'x'.repeat(129)])(
    'refuses the tool_id %s before the body is read',
    async (toolId) => {
      const answer = await register(admin, toolId, '1.0.0', { colour: 'red' }).expect(400);
      expect(answer.body.code).toBe('tool-id-invalid');
    },
  );

  it.each(['dry_run=maybe', 'drift=loud', 'force=true'])('refuses the query %s', async (query) => {
    const path = `${pathOf('bad.query', '1.0.0')}?${query}`;
    const answer = await admin.put(path).send(firstManifestOf()).expect(400);
    expect(answer.body.code).toBe('query-invalid');
  });
});

describe('a registration that the key does not cover', () => {
  it('is the same refusal whether or not the tool exists in the foreign namespace', async () => {
    await register(adminOf(app), 'theirs.tool').expect(201);
    const pipeline = await makeCaller(app, { permissions: ['publish'], namespaces: ['mine'] });
    for (const toolId of ['theirs.tool', 'theirs.other', 'mine2']) {
      const answer = await register(pipeline, toolId, '1.0.0', { colour: 'red' }).expect(403);
      expect(answer.body.code).toBe('namespace-forbidden');
    }
  });

  it('needs the permission to publish', async () => {
    const reader = await makeCaller(app, { permissions: ['read', 'review'] });
    const answer = await register(reader, 'mine.tool').expect(403);
    expect(answer.body.code).toBe('permission-missing');
  });
});

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
