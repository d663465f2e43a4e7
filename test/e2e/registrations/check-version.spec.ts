import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, forceState, manifestOf, register } from '../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

const check = (toolId: string, body: object) => admin.post(`/v1/tools/${toolId}/checks`).send(body);

describe('checking a manifest', () => {
  it('judges a tool that does not exist yet', async () => {
    const answer = await check('new.tool', { version: '1.0.0', manifest: firstManifestOf() });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      tool_id: 'new.tool',
      baseline: null,
      version: '1.0.0',
      allowed: true,
      declared_bump: null,
      required_bump: null,
      minimum_version: null,
      changes: [],
      refusals: [],
    });
    await admin.get('/v1/tools/new.tool/versions/1.0.0').expect(404);
  });

  it('proves a broken promise with an instance that fails', async () => {
    await register(admin, 'judged.tool', '1.2.0').expect(201);
    await forceState(app, 'judged.tool', '1.2.0', 'enabled');
    const input_schema = { ...(manifestOf()['input_schema'] as object), required: ['text'] };
    const manifest = manifestOf({ input_schema });
    const answer = await check('judged.tool', { version: '1.3.0', manifest }).expect(200);
    expect(answer.body).toMatchObject({
      baseline: '1.2.0',
      allowed: false,
      declared_bump: 'minor',
      required_bump: 'major',
      minimum_version: '2.0.0',
      refusals: [],
    });
    expect(answer.body.notes[0]).toContain('2.0.0 would be allowed');
    expect(answer.body.changes).toContainEqual(
      expect.objectContaining({
        rule: 'input-property-became-required',
        bump: 'major',
        proof: expect.objectContaining({
          kind: 'witness',
          instance: {},
          valid_under: '1.2.0',
          invalid_under: '1.3.0',
        }),
      }),
    );
  });

  it('compares with another version on request, and still allows by the baseline', async () => {
    await register(admin, 'against.tool', '1.0.0').expect(201);
    await forceState(app, 'against.tool', '1.0.0', 'enabled');
    const second = manifestOf({ side_effect: true });
    await register(admin, 'against.tool', '2.0.0', second).expect(201);
    await forceState(app, 'against.tool', '2.0.0', 'enabled');
    const manifest = manifestOf({ side_effect: true, timeout_ms: 1_001 });
    const body = { version: '2.0.1', manifest };
    const plain = await check('against.tool', body).expect(200);
    expect(plain.body).toMatchObject({ baseline: '2.0.0', against: null, required_bump: 'patch' });
    const against = await check('against.tool', { ...body, against: '1.0.0' }).expect(200);
    expect(against.body).toMatchObject({
      baseline: '2.0.0',
      against: '1.0.0',
      allowed: true,
      required_bump: 'major',
      declared_bump: 'major',
    });
  });

  it('lists everything that would refuse the manifest, apart from its number', async () => {
    const manifest = manifestOf({
      input_schema: { type: 'string' },
      annotations: { destructiveHint: true },
    });
    const answer = await check('refused.tool', { version: '1.0.0', manifest }).expect(200);
    expect(answer.body.allowed).toBe(false);
    expect(answer.body.required_bump).toBeNull();
    expect(answer.body.refusals.map(({ code }: { code: string }) => code)).toEqual([
      'schema-invalid',
      'annotations-contradict',
      'policy-missing',
      'owner-missing',
    ]);
    expect(answer.body.refusals[0].errors[0].pointer).toMatch(/^\/input_schema/);
  });

  it('says that a number is frozen or taken', async () => {
    await register(admin, 'taken.tool').expect(201);
    await forceState(app, 'taken.tool', '1.0.0', 'enabled');
    const manifest = manifestOf({ title: 'Other' });
    const codes = async (version: string, toolId = 'taken.tool') => {
      const answer = await check(toolId, { version, manifest }).expect(200);
      expect(answer.body.allowed).toBe(false);
      return answer.body.refusals.map(({ code }: { code: string }) => code);
    };
    expect(await codes('1.0.0')).toEqual(['version-frozen']);
    expect(await codes('1.0.0+b')).toEqual(['version-taken', 'version-frozen']);
    expect(await codes('1.0.0', 'Taken.tool')).toContain('tool-id-taken');
  });

  it('returns the lint, and writes nothing', async () => {
    const input_schema = { type: 'object', properties: { text: { type: 'string' } } };
    const manifest = firstManifestOf({ input_schema });
    const answer = await check('linted.tool', { version: '1.0.0', manifest }).expect(200);
    expect(answer.body.lint).toContainEqual(
      expect.objectContaining({
        rule: 'string-without-max-length',
        level: 'warning',
        path: '/input_schema/properties/text',
      }),
    );
    const [{ n } = { n: -1 }] = await app.database.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM tool WHERE tool_id = 'linted.tool'",
    );
    expect(n).toBe(0);
  });

  it('is open to who may publish or read in the namespace', async () => {
    const reader = await makeCaller(app, { permissions: ['read'] });
    const body = { version: '1.0.0', manifest: firstManifestOf() };
    await reader.post('/v1/tools/new.tool/checks').send(body).expect(200);
    const pipeline = await makeCaller(app, { permissions: ['publish'], namespaces: ['mine'] });
    await pipeline.post('/v1/tools/mine.tool/checks').send(body).expect(200);
    await pipeline.post('/v1/tools/new.tool/checks').send(body).expect(403);
  });
});

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

const diff = (before: object, after: object) => admin.post('/v1/diffs').send({ before, after });

describe('comparing two manifests', () => {
  it('says how far they are apart without allowing or refusing anything', async () => {
    const after = manifestOf({ timeout_ms: 5_000, output_schema: { type: 'object' } });
    const answer = await diff(manifestOf(), after).expect(200);
    expect(answer.body).toMatchObject({
      tool_id: null,
      baseline: null,
      version: null,
      allowed: null,
      declared_bump: null,
      minimum_version: null,
      required_bump: 'major',
      refusals: [],
    });
    expect(answer.body.changes.map(({ rule }: { rule: string }) => rule)).toEqual(
      expect.arrayContaining(['timeout-raised', 'output-schema-added']),
    );
  });

  it('finds nothing between a manifest and itself', async () => {
    const answer = await diff(manifestOf(), manifestOf()).expect(200);
    expect(answer.body).toMatchObject({ required_bump: 'none', changes: [] });
  });

  it('reads the declared changes of the later one', async () => {
    const described = manifestOf({ description: 'Answers what it is asked, politely.' });
    const silent = await diff(manifestOf(), described).expect(200);
    expect(silent.body.required_bump).toBe('major');
    const changes = [{ path: '/description', meaning: 'clarified' }];
    const declared = await diff(manifestOf(), { ...described, changes }).expect(200);
    expect(declared.body.required_bump).toBe('patch');
  });

  it('refuses schemas that cannot be used, with their place', async () => {
    const bad = manifestOf({ input_schema: { type: 'string' } });
    const answer = await diff(manifestOf(), bad).expect(422);
    expect(answer.body.code).toBe('schema-invalid');
    expect(answer.body.errors[0].pointer).toMatch(/^\/after\/input_schema/);
    await diff(bad, manifestOf()).expect(422);
  });

  it('refuses what is no manifest, with its place', async () => {
    const answer = await diff({ ...manifestOf(), colour: 1 }, manifestOf()).expect(400);
    expect(answer.body.errors).toContainEqual(
      expect.objectContaining({ pointer: '/before/colour' }),
    );
  });
});
