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

const STATES = ['draft', 'review', 'staging', 'enabled', 'deprecated', 'disabled'];

describe('registering what is there already', () => {
  it.each(STATES)('answers the version unchanged in %s', async (state) => {
    const toolId = `same.${state}`;
    await register(admin, toolId).expect(201);
    if (state !== 'draft') await forceState(app, toolId, '1.0.0', state);
    const again = await register(admin, toolId).expect(200);
    expect(again.body).toMatchObject({ outcome: 'unchanged', replaced: false, state });
    expect(again.headers).not.toHaveProperty('location');
    const history = await admin.get(`/v1/tools/${toolId}/history`).expect(200);
    expect(history.body.items).toHaveLength(1);
  });

  it('takes another policy with it while no version ever left draft', async () => {
    await register(admin, 'same.policy').expect(201);
    const policy = { ...(firstManifestOf()['policy'] as object), task_types: ['b', 'a', 'b'] };
    const answer = await register(admin, 'same.policy', '1.0.0', manifestOf({ policy })).expect(
      200,
    );
    expect(answer.body).toMatchObject({
      outcome: 'unchanged',
      updated: ['/policy/task_types'],
      policy_version: 2,
    });
    const revisions = await app.database.query(
      "SELECT policy_version, task_types FROM policy_revision WHERE tool_id = 'same.policy' ORDER BY 1",
    );
    expect(revisions).toEqual([
      { policy_version: 1, task_types: ['*'] },
      { policy_version: 2, task_types: ['a', 'b'] },
    ]);
    const history = await admin.get('/v1/tools/same.policy/history').expect(200);
    expect(history.body.items[0]).toMatchObject({ action: 'policy.changed', policy_version: 2 });
  });

  it('does not see the order of a list as another policy', async () => {
    const listed = (task_types: string[]) => ({
      policy: { ...(firstManifestOf()['policy'] as object), task_types },
    });
    await register(admin, 'same.order', '1.0.0', firstManifestOf(listed(['a', 'b']))).expect(201);
    await forceState(app, 'same.order', '1.0.0', 'enabled');
    const again = await register(admin, 'same.order', '1.0.0', manifestOf(listed(['b', 'a'])));
    expect(again.body).toMatchObject({ updated: [], drift: [] });
  });
});

describe('declaring what changed of a contract that is there already', () => {
  const reworded = { title: 'Reworded' };
  const clarified = { ...reworded, changes: [{ path: '/title', meaning: 'clarified' }] };

  it('lets a draft out that another release left short of a declaration', async () => {
    await register(admin, 'told.late').expect(201);
    await register(admin, 'told.late', '1.0.1', manifestOf(reworded)).expect(201);
    await forceState(app, 'told.late', '1.0.0', 'enabled');
    const answer = await register(admin, 'told.late', '1.0.1', manifestOf(clarified)).expect(200);
    expect(answer.body).toMatchObject({
      outcome: 'unchanged',
      updated: ['/changes'],
      check: { baseline: '1.0.0', required_bump: 'patch', allowed: true },
    });
    const history = await admin.get('/v1/tools/told.late/history').expect(200);
    expect(history.body.items[0]).toMatchObject({
      action: 'version.changes-declared',
      version: '1.0.1',
      before: answer.body.contract_digest,
      after: answer.body.contract_digest,
    });
    const again = await register(admin, 'told.late', '1.0.1', manifestOf(clarified)).expect(200);
    expect(again.body.updated).toEqual([]);
  });

  it('says that a version out of draft holds another declaration', async () => {
    await register(admin, 'told.never').expect(201);
    await forceState(app, 'told.never', '1.0.0', 'enabled');
    const manifest = manifestOf({ changes: clarified.changes });
    const answer = await register(admin, 'told.never', '1.0.0', manifest).expect(200);
    expect(answer.body).toMatchObject({ outcome: 'unchanged', updated: [], drift: ['/changes'] });
  });
});

describe('registering another contract over a draft', () => {
  it('replaces the draft', async () => {
    await register(admin, 'over.draft').expect(201);
    const answer = await register(admin, 'over.draft', '1.0.0', manifestOf({ title: 'Two' }));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ outcome: 'replaced', replaced: true, title: 'Two' });
    const read = await admin.get(pathOf('over.draft', '1.0.0')).expect(200);
    expect(read.body.contract_digest).toBe(answer.body.contract_digest);
  });

  it('voids what was approved, proven and waived, and names the new author', async () => {
    await register(admin, 'over.approved').expect(201);
    await app.database.query(
      `WITH v AS (SELECT id, contract_digest FROM tool_version WHERE tool_id = 'over.approved'),
        a AS (INSERT INTO approval (tool_version_id, subject, contract_digest, approved_at)
          SELECT id, 'rosa', contract_digest, now() FROM v),
        w AS (INSERT INTO waiver (tool_version_id, gate, reason, expires_at, contract_digest, granted_by, granted_at)
          SELECT id, 'tests', 'r', now() + interval '1 day', contract_digest, 'rosa', now() FROM v)
        INSERT INTO evidence (tool_version_id, kind, url, passed_at, contract_digest, submitted_by, submitted_at)
          SELECT id, 'test', 'https://ci.example.com/1', now(), contract_digest, 'ci', now() FROM v`,
    );
    const before = await admin.get(pathOf('over.approved', '1.0.0')).expect(200);
    expect(before.body.approvals.have).toBe(1);
    expect(before.body.evidence).toHaveLength(1);
    expect(before.body.waivers).toHaveLength(1);

    const other = await makeCaller(app, {
      subject: 'olga',
      permissions: ['publish'],
      namespaces: ['over'],
    });
    const answer = await register(other, 'over.approved', '1.0.0', manifestOf({ title: 'Two' }));
    expect(answer.body).toMatchObject({
      replaced: true,
      approvals: { have: 0, by: [] },
      evidence: [],
      waivers: [],
    });
    const [row] = await app.database.query(
      "SELECT authors FROM tool_version WHERE tool_id = 'over.approved'",
    );
    expect(row).toEqual({ authors: ['olga'] });
    // Going back to the first content does not bring its approvals back.
    await register(admin, 'over.approved').expect(200);
    const back = await admin.get(pathOf('over.approved', '1.0.0')).expect(200);
    expect(back.body.approvals.have).toBe(0);
    expect(back.body.evidence).toEqual([]);
  });

  it('says in the history what took the place of what', async () => {
    const { body: first } = await register(admin, 'over.told').expect(201);
    const { body: second } = await register(
      admin,
      'over.told',
      '1.0.0',
      manifestOf({ title: '2' }),
    );
    const history = await admin.get('/v1/tools/over.told/history').expect(200);
    expect(history.body.items[0]).toMatchObject({
      action: 'version.replaced',
      version: '1.0.0',
      before: first.contract_digest,
      after: second.contract_digest,
    });
  });

  it('leaves the draft alone in a dry run', async () => {
    const { body: first } = await register(admin, 'over.dry').expect(201);
    const path = pathOf('over.dry', '1.0.0');
    const dry = await admin
      .put(`${path}?dry_run=true`)
      .send(manifestOf({ title: '2' }))
      .expect(200);
    expect(dry.body).toMatchObject({ replaced: true, title: '2' });
    const read = await admin.get(path).expect(200);
    expect(read.body.contract_digest).toBe(first.contract_digest);
  });
});
