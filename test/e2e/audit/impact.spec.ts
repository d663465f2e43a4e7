import { ImpactRepository } from '../../../apps/api/src/features/impact/impact.repository.js';
import { WriteCounts } from '../../../apps/api/src/features/impact/write-counts.js';
import { startApp, startReplica, type TestApp } from '../../support/app.js';
import { callerWith, makeAgent, makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, manifestOf } from '../../support/catalog.js';
import { bring, makeCrew } from '../../support/lifecycle.js';

let app: TestApp;
let other: TestApp;
let agent: TestCaller;
let auditor: TestCaller;
beforeAll(async () => {
  app = await startApp();
  // Reads each answer from the database.
  other = await startReplica(app.database, { QM_SNAPSHOT: 'off' });
  const crew = await makeCrew(app);
  await bring(crew, 'support.find@1.0.0', 'enabled');
  await bring(crew, 'support.find@1.1.0', 'enabled', manifestOf({ title: 'Find' }));
  await bring(crew, 'support.idle@1.0.0', 'enabled', firstManifestOf());
  agent = await makeAgent(app, { roles: ['operator', 'viewer'], tenants: ['acme', 'globex'] });
  auditor = await makeCaller(app, { permissions: ['audit'], namespaces: ['support'] });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const SECRET = 'what the user typed';

/** Asks for one tool, by the version that its pin names. */
const ask = (caller: TestCaller, pin: string, more: object = {}) =>
  caller.post('/v1/candidates').send({
    tenant: 'acme',
    roles: ['operator'],
    task_type: 'support',
    pins: { 'support.find': pin, 'support.idle': '9.9.9' },
    ...more,
  });

const today = (): string => new Date().toISOString().slice(0, 10);

describe('the impact of disabling a tool', () => {
  it('is who was handed it, by tenant, roles and version, whichever way it was answered', async () => {
    await ask(agent, '1.1.0').expect(200);
    await ask(agent, '1.1.0').expect(200);
    await ask(agent, '1.1.0', { roles: ['viewer', 'operator'], query: `find ${SECRET}` });
    await ask(callerWith(other, agent.token), '1.0.0', { tenant: 'globex' }).expect(200);
    const url = '/v1/candidates?tenant=acme&role=operator&task_type=support';
    const { headers } = await agent.get(url).expect(200);
    await agent.get(url).expect(200);
    await agent
      .get(url)
      .set('if-none-match', headers['etag'] ?? '')
      .expect(304);
    await other.app.get(WriteCounts).execute();

    const { body } = await auditor.get('/v1/tools/support.find/impact').expect(200);
    const day = today();
    expect(body).toEqual({
      tool_id: 'support.find',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      answers: 7,
      audiences: [
        { tenant: 'acme', roles: ['operator'], answers: 5, last_day: day },
        { tenant: 'acme', roles: ['operator', 'viewer'], answers: 1, last_day: day },
        { tenant: 'globex', roles: ['operator'], answers: 1, last_day: day },
      ],
      versions: [
        { version: '1.1.0', answers: 6 },
        { version: '1.0.0', answers: 1 },
      ],
      days: [{ day, answers: 7 }],
    });
  });

  it('may be asked of one version', async () => {
    const path = '/v1/tools/support.find/versions/1.0.0/impact?days=1';
    const { body } = await auditor.get(path).expect(200);
    expect(body).toMatchObject({
      version: '1.0.0',
      since: today(),
      answers: 1,
      audiences: [{ tenant: 'globex' }],
    });
    await auditor.get('/v1/tools/support.find/versions/7.0.0/impact').expect(404);
    await auditor.get('/v1/tools/support.find/versions/latest/impact').expect(200);
  });

  it('holds nothing of what was asked, nor by whom', async () => {
    const rows = await app.database.query('SELECT * FROM tool_served');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows, (_, value: unknown) => String(value))).not.toContain(SECRET);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      ['answers', 'day', 'roles', 'tenant', 'tool_id', 'version'].sort(),
    );
  });

  it('is told to who reads or audits the namespace, and to nobody else', async () => {
    const foreign = await makeCaller(app, { permissions: ['read'], namespaces: ['crm'] });
    const [hidden, absent] = await Promise.all([
      foreign.get('/v1/tools/support.find/impact').expect(404),
      foreign.get('/v1/tools/support.none/impact').expect(404),
    ]);
    expect({ ...hidden.body, instance: '' }).toEqual({ ...absent.body, instance: '' });
    await auditor.get('/v1/tools/support.none/impact').expect(404);
    await agent.get('/v1/tools/support.find/impact').expect(403);
    await auditor.get('/v1/tools/support.find/impact?days=91').expect(400);
  });

  it('is counted while the database takes nothing, and nobody waits for it', async () => {
    const repository = app.app.get(ImpactRepository);
    const add = repository.add.bind(repository);
    const before = await auditor.get('/v1/tools/support.find/impact').expect(200);
    repository.add = () => Promise.reject(new Error('away'));
    await ask(agent, '1.1.0').expect(200);
    await app.app.get(WriteCounts).execute();
    let release: () => void = () => undefined;
    const gate = new Promise<void>((done) => (release = done));
    repository.add = (counts) => gate.then(() => add(counts));
    const writing = app.app.get(WriteCounts).execute();
    await ask(agent, '1.1.0').expect(200);
    release();
    await writing;
    repository.add = add;
    const after = await auditor.get('/v1/tools/support.find/impact').expect(200);
    expect(after.body.answers).toBe(before.body.answers + 2);
  });

  it('forgets what is older than a quarter of a year, and adds up what two replicas write', async () => {
    const repository = app.app.get(ImpactRepository);
    const count = { tool_id: 'support.idle', version: '1.0.0', tenant: 't', roles: '["r"]' };
    const counts = (days: string[]) => days.map((day) => ({ ...count, day, answers: 2 }));
    const days = [today(), '2026-01-01'];
    await Promise.all([
      repository.add(counts(days)),
      other.app.get(ImpactRepository).add(counts([...days].reverse())),
    ]);
    await repository.forgetOld(new Date());
    const rows = await app.database.query<{ answers: string }>(
      `SELECT answers FROM tool_served WHERE tool_id = 'support.idle' AND tenant = 't'`,
    );
    expect(rows).toEqual([{ answers: '4' }]);
  });
});
