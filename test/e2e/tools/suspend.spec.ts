import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../support/caller.js';
import { forceState, register } from '../../support/catalog.js';
import { eventsOf } from '../../support/lifecycle.js';

let app: TestApp;
let publisher: TestCaller;
let reader: TestCaller;
beforeAll(async () => {
  app = await startApp();
  publisher = await makeCaller(app, {
    subject: 'ci',
    permissions: ['publish'],
    namespaces: ['support'],
  });
  reader = await makeCaller(app, { permissions: ['read'] });
  await register(publisher, 'support.find').expect(201);
  await register(publisher, 'support.open').expect(201);
  await forceState(app, 'support.find', '1.0.0', 'enabled');
});
afterAll(() => app.stop());

const OFF = { suspended: false, reason: null, by: null, at: null };
const SWITCH = '/v1/tools/support.find/suspension';
const NAMESPACE_SWITCH = '/v1/namespaces/support/suspension';

const servable = async () => {
  const rows = await app.database.query<{ tool_id: string }>(
    'SELECT tool_id FROM tool WHERE servable',
  );
  return rows.map(({ tool_id: toolId }) => toolId);
};

describe('the kill switch', () => {
  it('hides a tool with the answer and shows it again as it was', async () => {
    const on = await publisher.put(SWITCH).send({ suspended: true, reason: 'leaks' }).expect(200);
    expect(on.body).toMatchObject({ suspended: true, reason: 'leaks', by: 'ci' });
    expect(await servable()).toEqual([]);
    const tool = await reader.get('/v1/tools/support.find').expect(200);
    expect(tool.body).toMatchObject({ suspended: true, served: null, latest: '1.0.0' });

    const off = await publisher.put(SWITCH).send({ suspended: false, reason: 'ok' }).expect(200);
    expect(off.body).toEqual(OFF);
    expect(await servable()).toEqual(['support.find']);
  });

  it('hides a whole namespace, and each tool keeps its own switch', async () => {
    const reason = 'incident';
    await publisher.put(SWITCH).send({ suspended: true, reason }).expect(200);
    await adminOf(app).put(NAMESPACE_SWITCH).send({ suspended: true, reason }).expect(200);
    await publisher.put(SWITCH).send({ suspended: false, reason }).expect(200);
    expect(await servable()).toEqual([]);
    await app.database.query("UPDATE tool SET updated_at = 'epoch'");
    const tool = await reader.get('/v1/tools/support.open').expect(200);
    expect(tool.body).toMatchObject({ suspended: true, suspension: OFF });

    await adminOf(app).put(NAMESPACE_SWITCH).send({ suspended: false, reason }).expect(200);
    expect(await servable()).toEqual(['support.find']);
    const shown = await reader.get('/v1/tools/support.open').expect(200);
    expect(Date.parse(shown.body.updated_at)).toBeGreaterThan(0);
  });

  it('leaves what an admin suspended to an admin', async () => {
    const reason = 'audit';
    await adminOf(app).put(SWITCH).send({ suspended: true, reason }).expect(200);
    const refused = await publisher.put(SWITCH).send({ suspended: false, reason }).expect(403);
    expect(refused.body).toMatchObject({ code: 'suspended-by-admin' });
    await adminOf(app).put(SWITCH).send({ suspended: false, reason }).expect(200);
  });

  it('needs a reason, and the namespace', async () => {
    await publisher.put(SWITCH).send({ suspended: true }).expect(400);
    const foreign = '/v1/tools/crm.find/suspension';
    const answer = await publisher.put(foreign).send({ suspended: true, reason: 'x' }).expect(403);
    expect(answer.body).toMatchObject({ code: 'namespace-forbidden' });
    await adminOf(app).put(foreign).send({ suspended: true, reason: 'x' }).expect(404);
  });

  it('writes one event for what changed, and none for what did not', async () => {
    const count = async () =>
      (await app.database.query(`SELECT 1 FROM audit_event WHERE action LIKE 'tool.%suspended'`))
        .length;
    const before = await count();
    await publisher.put(SWITCH).send({ suspended: true, reason: 'x' }).expect(200);
    await publisher.put(SWITCH).send({ suspended: true, reason: 'x' }).expect(200);
    expect(await count()).toBe(before + 1);
    await publisher.put(SWITCH).send({ suspended: false, reason: 'x' }).expect(200);
  });

  it('is told with the policy that was in force', async () => {
    await publisher.put(SWITCH).send({ suspended: true, reason: 'x' }).expect(200);
    await publisher.put(SWITCH).send({ suspended: false, reason: 'x' }).expect(200);
    const events = await eventsOf(app, 'support.find');
    expect(events.slice(-2)).toMatchObject([
      { action: 'tool.suspended', policy_version: 1 },
      { action: 'tool.unsuspended', policy_version: 1 },
    ]);
  });
});
