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

describe('reading a version', () => {
  it('answers the whole governance view', async () => {
    await register(admin, 'view.tool').expect(201);
    await forceState(app, 'view.tool', '1.0.0', 'deprecated');
    await app.database.query(
      "UPDATE tool_version SET deprecation_reason = 'old', successor = 'view.next' WHERE tool_id = 'view.tool'",
    );
    const reader = await makeCaller(app, { permissions: ['read'] });
    const { body } = await reader.get(pathOf('view.tool', '1.0.0')).expect(200);
    expect(body).toMatchObject({
      state: 'deprecated',
      policy_version: 1,
      rollout: { percent: 100 },
      approvals: { have: 0, need: 1, by: [] },
      evidence: [],
      waivers: [],
      proposed: [],
      check: { version: '1.0.0', allowed: true },
      deprecation: { reason: 'old', sunset_at: null, successor: 'view.next' },
      ...manifestOf(),
    });
    const gates = body.readiness.map(({ gate }: { gate: string }) => gate);
    expect(gates).toEqual(expect.arrayContaining(['schema-strict', 'tests', 'smoke']));
  });

  it('takes latest for the highest stable version in force', async () => {
    await register(admin, 'latest.tool', '1.0.0').expect(201);
    await admin.get(pathOf('latest.tool', 'latest')).expect(404);
    await forceState(app, 'latest.tool', '1.0.0', 'deprecated');
    const wider = manifestOf({ errors: [{ code: 'BUSY', retryable: true }] });
    await register(admin, 'latest.tool', '1.1.0', wider).expect(201);
    const narrow = manifestOf({ timeout_ms: 1_001 });
    await register(admin, 'latest.tool', '1.0.1', narrow).expect(201);
    await register(admin, 'latest.tool', '2.0.0-rc.1', manifestOf({ side_effect: true })).expect(
      201,
    );
    await forceState(app, 'latest.tool', '2.0.0-rc.1', 'enabled');
    const latest = async () =>
      (await admin.get(pathOf('latest.tool', 'latest')).expect(200)).body.version;
    expect(await latest()).toBe('1.0.0');
    await forceState(app, 'latest.tool', '1.1.0', 'enabled');
    await forceState(app, 'latest.tool', '1.0.1', 'enabled');
    expect(await latest()).toBe('1.1.0');
  });

  it('counts the approvals that the risk demands now', async () => {
    const policy = {
      risk_level: 'L4',
      requires_approval: true,
      allowed_roles: ['ops'],
      allowed_tenants: ['*'],
      task_types: ['*'],
    };
    await register(admin, 'need.two', '1.0.0', firstManifestOf({ policy })).expect(201);
    const { body } = await admin.get(pathOf('need.two', '1.0.0')).expect(200);
    expect(body.approvals).toEqual({ have: 0, need: 2, by: [] });
  });

  it('answers 304 where the caller has it already, until it changes', async () => {
    await register(admin, 'etag.tool').expect(201);
    const path = pathOf('etag.tool', '1.0.0');
    const first = await admin.get(path).expect(200);
    const etag = String(first.headers['etag']);
    expect((await admin.get(path).set('if-none-match', etag).expect(304)).text).toBe('');
    await forceState(app, 'etag.tool', '1.0.0', 'enabled');
    await admin.get(path).set('if-none-match', etag).expect(200);
  });
});

describe('reading a version with a key for candidates only', () => {
  const agentOf = (more: object = {}) =>
    makeCaller(app, {
      permissions: ['candidates'],
      kind: 'agent',
      tenants: ['acme'],
      roles: ['operator'],
      ...more,
    });

  it('answers the candidate form and nothing of governance', async () => {
    await register(admin, 'agent.tool', '1.0.0', firstManifestOf({ title: 'Say' })).expect(201);
    await forceState(app, 'agent.tool', '1.0.0', 'enabled');
    await admin.patch('/v1/tools/agent.tool').send({ note: 'Only by day.' }).expect(200);
    const agent = await agentOf();
    const { body } = await agent.get(pathOf('agent.tool', '1.0.0')).expect(200);
    expect(body).toMatchObject({
      tool_id: 'agent.tool',
      version: '1.0.0',
      title: 'Say',
      risk_level: 'L0',
      requires_approval: false,
    });
    expect(body.description).toContain('Answers what it is asked.');
    expect(body.description).toContain('Only by day.');
    for (const hidden of ['target', 'state', 'created_by', 'approvals', 'check', 'readiness']) {
      expect(body).not.toHaveProperty(hidden);
    }
    const latest = await agent.get(pathOf('agent.tool', 'latest')).expect(200);
    expect(latest.body).toEqual(body);
  });

  it.each(['draft', 'review', 'staging', 'disabled'])(
    'hides a version in %s with the bytes of one that does not exist',
    async (state) => {
      const toolId = `hidden.${state}`;
      await register(admin, toolId, '1.0.0').expect(201);
      await forceState(app, toolId, '1.0.0', 'enabled');
      const other = manifestOf({ timeout_ms: 1_001 });
      await register(admin, toolId, '1.0.1', other).expect(201);
      if (state !== 'draft') await forceState(app, toolId, '1.0.1', state);
      const agent = await agentOf();
      await agent.get(pathOf(toolId, '1.0.0')).expect(200);
      const id = { 'x-request-id': 'same' };
      const hidden = await agent.get(pathOf(toolId, '1.0.1')).set(id).expect(404);
      const absent = await agent.get(pathOf(toolId, '9.9.9')).set(id).expect(404);
      const nowhere = await agent.get(pathOf('no.tool', '1.0.0')).set(id).expect(404);
      expect(hidden.text).toBe(absent.text);
      expect(hidden.text).toBe(nowhere.text);
    },
  );

  it.each([
    ['role', { allowed_roles: ['admin'] }],
    ['tenant', { allowed_tenants: ['globex'] }],
    ['task type', { task_types: [] }],
    ['risk', { risk_level: 'L3', requires_approval: true, allowed_roles: ['operator'] }],
  ])('hides a tool that the filter removes by its %s', async (_, restriction) => {
    const toolId = `filtered.${Object.keys(restriction)[0]}`;
    const policy = { ...(firstManifestOf()['policy'] as object), ...restriction };
    await register(admin, toolId, '1.0.0', firstManifestOf({ policy })).expect(201);
    await forceState(app, toolId, '1.0.0', 'enabled');
    const agent = await agentOf();
    await agent.get(pathOf(toolId, '1.0.0')).expect(404);
    await agent.get(`/v1/tools/${toolId}/versions`).expect(404);
  });

  it('hides a suspended tool, and every tool of a foreign namespace', async () => {
    await register(admin, 'off.tool').expect(201);
    await forceState(app, 'off.tool', '1.0.0', 'enabled');
    const agent = await agentOf({ namespaces: ['off'] });
    const stranger = await agentOf({ namespaces: ['on'] });
    await agent.get(pathOf('off.tool', '1.0.0')).expect(200);
    await stranger.get(pathOf('off.tool', '1.0.0')).expect(404);
    await app.database.query("UPDATE tool SET suspended = true WHERE tool_id = 'off.tool'");
    await agent.get(pathOf('off.tool', '1.0.0')).expect(404);
  });

  it('may not read history or diffs at all', async () => {
    const agent = await agentOf();
    await agent.get('/v1/tools/agent.tool/history').expect(403);
    await agent.get('/v1/tools/agent.tool/diff?from=1.0.0&to=1.0.0').expect(403);
  });
});
