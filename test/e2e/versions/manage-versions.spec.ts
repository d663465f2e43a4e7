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

const ORDER = ['10.0.0', '2.0.0', '2.0.0-rc.2', '2.0.0-rc.1', '1.0.0'];

describe('listing the versions of a tool', () => {
  beforeAll(async () => {
    for (const version of [...ORDER].sort()) await register(admin, 'list.tool', version);
  });

  it('has the highest first, whole, and pages that miss nothing', async () => {
    const all = await admin.get('/v1/tools/list.tool/versions').expect(200);
    expect(all.body.items.map((item: { version: string }) => item.version)).toEqual(ORDER);
    expect(all.body.next_cursor).toBeNull();
    const one = await admin.get('/v1/tools/list.tool/versions/1.0.0').expect(200);
    expect(all.body.items.at(-1)).toEqual(one.body);

    const paged: string[] = [];
    let cursor = '';
    do {
      const query = `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = await admin.get(`/v1/tools/list.tool/versions${query}`).expect(200);
      paged.push(...page.body.items.map((item: { version: string }) => item.version));
      cursor = page.body.next_cursor ?? '';
    } while (cursor !== '');
    expect(paged).toEqual(ORDER);
  });

  it('shows a key for candidates only what is in force', async () => {
    await forceState(app, 'list.tool', '2.0.0', 'enabled');
    await forceState(app, 'list.tool', '1.0.0', 'deprecated');
    const agent = await makeCaller(app, {
      permissions: ['candidates'],
      tenants: ['*'],
      roles: ['*'],
    });
    const { body } = await agent.get('/v1/tools/list.tool/versions').expect(200);
    expect(body.items).toMatchObject([{ version: '2.0.0' }, { version: '1.0.0' }]);
    expect(body.items[0]).not.toHaveProperty('state');
    expect(body.items[0]).toMatchObject({ input_schema: manifestOf()['input_schema'] });
  });

  it('refuses a cursor of another list and answers 404 to an unknown tool', async () => {
    const page = await admin.get('/v1/tools/list.tool/versions?limit=1').expect(200);
    await register(admin, 'list.other').expect(201);
    const foreign = `/v1/tools/list.other/versions?cursor=${page.body.next_cursor}`;
    expect((await admin.get(foreign).expect(400)).body.code).toBe('bad-cursor');
    await admin.get('/v1/tools/list.none/versions').expect(404);
  });
});

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

describe('deleting a draft', () => {
  it('frees its number and says so in the history', async () => {
    const { body: draft } = await register(admin, 'gone.tool', '1.0.0+b1').expect(201);
    const answer = await admin.delete(pathOf('gone.tool', '1.0.0')).expect(204);
    expect(answer.text).toBe('');
    await admin.get(pathOf('gone.tool', '1.0.0')).expect(404);
    await admin.delete(pathOf('gone.tool', '1.0.0')).expect(404);
    const history = await admin.get('/v1/tools/gone.tool/history').expect(200);
    expect(history.body.items[0]).toMatchObject({
      action: 'version.deleted',
      version: '1.0.0+b1',
      before: draft.contract_digest,
      after: null,
    });
    await register(admin, 'gone.tool', '1.0.0+b2', manifestOf({ title: 'New' })).expect(201);
  });

  it.each(['review', 'enabled', 'disabled'])('refuses a version in %s', async (state) => {
    await register(admin, `kept.${state}`).expect(201);
    await forceState(app, `kept.${state}`, '1.0.0', state);
    const answer = await admin.delete(pathOf(`kept.${state}`, '1.0.0')).expect(409);
    expect(answer.body.code).toBe('version-not-deletable');
  });

  it('refuses a draft that was submitted before', async () => {
    await register(admin, 'kept.submitted').expect(201);
    await forceState(app, 'kept.submitted', '1.0.0', 'draft');
    await admin.delete(pathOf('kept.submitted', '1.0.0')).expect(409);
  });

  it('needs publish in the namespace', async () => {
    await register(admin, 'kept.draft').expect(201);
    const stranger = await makeCaller(app, { permissions: ['publish'], namespaces: ['mine'] });
    await stranger.delete(pathOf('kept.draft', '1.0.0')).expect(403);
  });
});
