import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../support/caller.js';
import {
  firstManifestOf,
  forceState,
  manifestOf,
  pathOf,
  register,
} from '../../support/catalog.js';

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
const bulk = (items: object[], query = '') =>
  admin.post(`/v1/registrations${query}`).send({ items });
const outcomes = (body: { items: { outcome: string }[] }) =>
  body.items.map(({ outcome }) => outcome);

describe('registering many versions', () => {
  it('creates tools of several namespaces, with an outcome for each in its place', async () => {
    const answer = await bulk([item('b.one'), item('a.one'), item('b.two')]).expect(200);
    expect(answer.body).toEqual({
      items: ['b.one', 'a.one', 'b.two'].map((tool_id) => ({
        tool_id,
        version: '1.0.0',
        outcome: 'created',
        updated: [],
        drift: [],
      })),
      counts: { created: 3, replaced: 0, unchanged: 0 },
    });
    const read = await admin.get(pathOf('a.one', '1.0.0')).expect(200);
    expect(read.body).toMatchObject({ state: 'draft', created_by: 'bootstrap' });
    const again = await bulk([item('b.one'), item('a.one'), item('b.two')]).expect(200);
    expect(again.body.counts).toEqual({ created: 0, replaced: 0, unchanged: 3 });
    expect(again.body.items[0].existing_version).toBe('1.0.0');
  });

  it('does what the items would do one by one, in their order', async () => {
    const answer = await bulk([
      item('order.tool'),
      item('order.tool'),
      item('order.tool', manifestOf({ title: 'Two', owner: 'others' }), '1.1.0'),
    ]).expect(200);
    expect(outcomes(answer.body)).toEqual(['created', 'unchanged', 'created']);
    expect(answer.body.items[2].updated).toEqual(['/owner']);
    const history = await admin.get('/v1/tools/order.tool/history').expect(200);
    expect(history.body.items.map(({ action }: { action: string }) => action)).toEqual([
      'version.registered',
      'version.registered',
    ]);
    const chain = await admin.get('/v1/audit-events/verification').expect(200);
    expect(chain.body.valid).toBe(true);
  });

  it('takes a repeated contract for unchanged and names the version that has it', async () => {
    await register(admin, 'repeat.tool').expect(201);
    await forceState(app, 'repeat.tool', '1.0.0', 'enabled');
    const answer = await bulk([item('repeat.tool', firstManifestOf(), '1.0.1')]).expect(200);
    expect(answer.body.items).toEqual([
      {
        tool_id: 'repeat.tool',
        version: '1.0.1',
        outcome: 'unchanged',
        existing_version: '1.0.0',
        updated: [],
        drift: [],
      },
    ]);
    await admin.get(pathOf('repeat.tool', '1.0.1')).expect(404);
  });

  it('replaces drafts, takes policies and reports drift for each tool by itself', async () => {
    await bulk([item('mixed.draft'), item('mixed.live')]).expect(200);
    await forceState(app, 'mixed.live', '1.0.0', 'enabled');
    const policy = { ...(firstManifestOf()['policy'] as object), risk_level: 'L1' };
    const answer = await bulk([
      item('mixed.draft', manifestOf({ title: 'Two', policy })),
      item('mixed.live', manifestOf({ policy })),
    ]).expect(200);
    expect(answer.body.items).toMatchObject([
      { outcome: 'replaced', updated: ['/policy/risk_level'], drift: [] },
      { outcome: 'unchanged', updated: [], drift: ['/policy/risk_level'] },
    ]);
    const tools = await app.database.query(
      "SELECT tool_id, risk_rank, policy_version FROM tool WHERE namespace = 'mixed' ORDER BY 1",
    );
    expect(tools).toEqual([
      { tool_id: 'mixed.draft', risk_rank: 1, policy_version: 2 },
      { tool_id: 'mixed.live', risk_rank: 0, policy_version: 1 },
    ]);
  });

  it('writes nothing in a dry run and answers the same', async () => {
    const items = [item('dry.one'), item('dry.two')];
    const dry = await bulk(items, '?dry_run=true').expect(200);
    expect(dry.headers['x-dry-run']).toBe('true');
    await admin.get(pathOf('dry.one', '1.0.0')).expect(404);
    const real = await bulk(items).expect(200);
    expect(real.body).toEqual(dry.body);
  });

  it('registers a thousand versions at once, whole', async () => {
    const items = Array.from({ length: 1_000 }, (_, n) =>
      item(`many.tool_${n}`, firstManifestOf({ title: `Tool ${n}` })),
    );
    const answer = await bulk(items).expect(200);
    expect(answer.body.counts).toEqual({ created: 1_000, replaced: 0, unchanged: 0 });
    const [stored] = await app.database.query(
      `SELECT count(*)::int AS versions, count(DISTINCT title)::int AS titles,
         (SELECT count(*)::int FROM audit_event WHERE tool_id LIKE 'many.%') AS events
       FROM tool_version WHERE tool_id LIKE 'many.%'`,
    );
    expect(stored).toEqual({ versions: 1_000, titles: 1_000, events: 1_000 });
  }, 60_000);

  it('takes an empty list for nothing to do', async () => {
    const answer = await bulk([]).expect(200);
    expect(answer.body).toEqual({ items: [], counts: { created: 0, replaced: 0, unchanged: 0 } });
  });
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
