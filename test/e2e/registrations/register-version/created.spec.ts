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
      created_by: 'bootstrap',
      approvals: { have: 0, need: 1, by: [] },
      description: manifest['description'],
      input_schema: manifest['input_schema'],
    });
    const read = await admin.get(pathOf('echo.say', '1.0.0')).expect(200);
    const done = { outcome: 'created', replaced: false, updated: [], drift: [] };
    expect(answer.body).toEqual({ ...read.body, ...done });
  });

  it('answers what was sent and nothing more, whatever its members are called', async () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"string"}}',
    );
    const input_schema = {
      type: 'object',
      properties,
      $defs: { unused: { enum: ['ü', '工单', '🧭'] } },
      'x-unknown': { kept: 1.5 },
    };
    const text = JSON.stringify(firstManifestOf({ input_schema, output_schema: true }));
    await admin
      .put(pathOf('echo.odd', '1.0.0'))
      .set('content-type', 'application/json')
      .send(text)
      .expect(201);
    const read = await admin.get(pathOf('echo.odd', '1.0.0')).expect(200);
    expect(JSON.stringify(read.body.input_schema)).toBe(JSON.stringify(input_schema));
    expect(read.body.output_schema).toBe(true);
    expect(read.body).not.toHaveProperty('title');
    expect(read.body).not.toHaveProperty('annotations');
  });

  it('has one digest for one contract, whatever the order of its members', async () => {
    const { body: one } = await register(admin, 'echo.one').expect(201);
    const reversed = Object.fromEntries(Object.entries(firstManifestOf()).reverse());
    const { body: other } = await register(admin, 'echo.other', '2.0.0', reversed).expect(201);
    expect(other.contract_digest).toBe(one.contract_digest);
    expect(one.contract_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('keeps build metadata and is found with or without it', async () => {
    const answer = await register(admin, 'echo.build', '1.0.0+a.1').expect(201);
    expect(answer.headers['location']).toBe('/v1/tools/echo.build/versions/1.0.0%2Ba.1');
    for (const number of ['1.0.0', '1.0.0%2Ba.1', '1.0.0+a.1', '1.0.0+other']) {
      const read = await admin.get(pathOf('echo.build', number)).expect(200);
      expect(read.body.version).toBe('1.0.0+a.1');
    }
  });

  it('keeps the verdict with the version', async () => {
    await register(admin, 'echo.next').expect(201);
    await forceState(app, 'echo.next', '1.0.0', 'enabled');
    const answer = await register(admin, 'echo.next', '1.1.0', manifestOf({ timeout_ms: 1_001 }));
    expect(answer.status).toBe(201);
    expect(answer.body.check).toMatchObject({
      tool_id: 'echo.next',
      baseline: '1.0.0',
      version: '1.1.0',
      allowed: true,
      declared_bump: 'minor',
      required_bump: 'patch',
      refusals: [],
    });
    expect(answer.body.check.engine).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('takes policy and presentation of later drafts while no version ever left draft', async () => {
    await register(admin, 'echo.draft').expect(201);
    const policy = { ...(firstManifestOf()['policy'] as object), risk_level: 'L1' };
    const manifest = manifestOf({ timeout_ms: 5, policy, owner: 'others', aliases: ['shout'] });
    const answer = await register(admin, 'echo.draft', '1.1.0', manifest).expect(201);
    expect(answer.body.updated).toEqual(['/policy/risk_level', '/owner', '/aliases']);
    expect(answer.body.policy_version).toBe(2);
    const [tool] = await app.database.query('SELECT * FROM tool WHERE tool_id = $1', [
      'echo.draft',
    ]);
    expect(tool).toMatchObject({ risk_rank: 1, owner: 'others', aliases: ['shout'] });
    const events = await admin.get('/v1/tools/echo.draft/history').expect(200);
    expect(events.body.items).toHaveLength(2);
    expect(events.body.items[0]).toMatchObject({
      action: 'version.registered',
      policy_version: 2,
      detail: { updated: ['/policy/risk_level', '/owner', '/aliases'] },
    });
  });

  it('only compares them once a version has left draft, and reports what differs', async () => {
    await register(admin, 'echo.live').expect(201);
    await forceState(app, 'echo.live', '1.0.0', 'review');
    const policy = { ...(firstManifestOf()['policy'] as object), risk_level: 'L1' };
    const manifest = manifestOf({ timeout_ms: 5, policy, owner: 'others' });
    const answer = await register(admin, 'echo.live', '1.1.0', manifest).expect(201);
    expect(answer.body).toMatchObject({
      updated: [],
      drift: ['/policy/risk_level', '/owner'],
      policy_version: 1,
    });
  });

  it('writes nothing in a dry run and answers the same', async () => {
    const path = pathOf('dry.run', '1.0.0');
    const dry = await admin.put(`${path}?dry_run=true`).send(firstManifestOf()).expect(201);
    expect(dry.headers['x-dry-run']).toBe('true');
    await admin.get(path).expect(404);
    const [left] = await app.database.query(
      "SELECT (SELECT count(*)::int FROM tool WHERE namespace = 'dry') AS tools, (SELECT count(*)::int FROM namespace WHERE namespace = 'dry') AS namespaces, (SELECT count(*)::int FROM audit_event WHERE tool_id = 'dry.run') AS events",
    );
    expect(left).toEqual({ tools: 0, namespaces: 0, events: 0 });

    const real = await admin.put(path).send(firstManifestOf()).expect(201);
    expect(real.headers).not.toHaveProperty('x-dry-run');
    expect({ ...real.body, created_at: dry.body.created_at }).toEqual(dry.body);
  });

  it('needs publish in the namespace, and nothing else', async () => {
    const pipeline = await makeCaller(app, { permissions: ['publish'], namespaces: ['mine'] });
    await register(pipeline, 'mine.tool').expect(201);
    await register(pipeline, 'mine').expect(201);
  });
});
