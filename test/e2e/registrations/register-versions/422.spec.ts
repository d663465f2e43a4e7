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

const item = (tool_id: string, manifest: object = firstManifestOf(), version = '1.0.0') => ({
  tool_id,
  version,
  manifest,
});

describe('a bulk with items that are refused', () => {
  it('writes nothing and has a problem for each bad item, with pointers into the body', async () => {
    await register(admin, 'live.tool').expect(201);
    await forceState(app, 'live.tool', '1.0.0', 'enabled');
    const items = [
      item('good.tool'),
      item('../x'),
      item('bad.shape', firstManifestOf({ colour: 1 })),
      item('bad.schema', firstManifestOf({ input_schema: { type: 'string' } })),
      item('bad.owner', firstManifestOf({ owner: undefined })),
      item('Good.tool'),
      item('live.tool', manifestOf({ side_effect: true }), '1.0.1'),
      item('bad.number', firstManifestOf(), 'latest'),
    ];
    const answer = await admin.post('/v1/registrations').send({ items }).expect(422);
    expect(answer.body.code).toBe('items-refused');
    const refused = answer.body.items as Record<string, unknown>[];
    expect(refused.map(({ index, code, status }) => [index, code, status])).toEqual([
      [1, 'tool-id-invalid', 400],
      [2, 'body-invalid', 400],
      [3, 'schema-invalid', 422],
      [4, 'owner-missing', 422],
      [5, 'tool-id-taken', 409],
      [6, 'bump-too-small', 422],
      [7, 'version-not-semver', 422],
    ]);
    expect(refused[1]).toMatchObject({
      tool_id: 'bad.shape',
      version: '1.0.0',
      errors: [{ pointer: '/items/2/manifest/colour', code: 'unknown-field' }],
    });
    expect(refused[5]).toMatchObject({ check: { minimum_version: '2.0.0' } });
    await admin.get(pathOf('good.tool', '1.0.0')).expect(404);
  });

  it('counts a foreign namespace as a bad item', async () => {
    const pipeline = await makeCaller(app, { permissions: ['publish'], namespaces: ['mine'] });
    const items = [item('mine.tool'), item('theirs.tool')];
    const answer = await pipeline.post('/v1/registrations').send({ items }).expect(422);
    expect(answer.body.items).toMatchObject([
      { index: 1, code: 'namespace-forbidden', status: 403 },
    ]);
    await admin.get(pathOf('mine.tool', '1.0.0')).expect(404);
  });

  it('judges namespaces in another spelling within one bulk', async () => {
    const items = [item('Spelt.one'), item('spelt.two')];
    const answer = await admin.post('/v1/registrations').send({ items }).expect(422);
    expect(answer.body.items).toMatchObject([{ index: 1, code: 'tool-id-taken' }]);
  });

  it('refuses one version with two manifests, of which neither would be the later one', async () => {
    const other = item('twice.tool', firstManifestOf({ title: 'Another' }));
    const items = [item('twice.tool'), other, item('twice.tool')];
    const answer = await admin.post('/v1/registrations').send({ items }).expect(422);
    expect(answer.body.items).toMatchObject([{ index: 1, code: 'item-repeated', status: 422 }]);
    await admin.get(pathOf('twice.tool', '1.0.0')).expect(404);
  });

  it('refuses the same in a dry run', async () => {
    const items = [item('dry.tool', manifestOf())];
    const answer = await admin.post('/v1/registrations?dry_run=true').send({ items }).expect(422);
    expect(answer.body.items).toMatchObject([{ index: 0, code: 'policy-missing' }]);
  });
});

describe('a bulk that cannot be read', () => {
  it.each([
    ['more than a thousand items', { items: Array(1_001).fill(item('a.b')) }, '/items'],
    ['an unknown member', { items: [], mode: 'fast' }, '/mode'],
    ['an item without a version', { items: [{ tool_id: 'a', manifest: {} }] }, '/items/0/version'],
  ])('refuses %s', async (_, body, pointer) => {
    const answer = await admin.post('/v1/registrations').send(body).expect(400);
    expect(answer.body.code).toBe('body-invalid');
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
  });
});
