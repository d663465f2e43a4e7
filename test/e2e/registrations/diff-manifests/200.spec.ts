import { startApp, type TestApp } from '../../../support/app.js';
import { adminOf, type TestCaller } from '../../../support/caller.js';
import { manifestOf } from '../../../support/catalog.js';

let app: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  app = await startApp();
  admin = adminOf(app);
});
afterAll(() => app.stop());

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
