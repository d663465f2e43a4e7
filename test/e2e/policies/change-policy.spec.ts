import { startApp, type TestApp } from '../../support/app.js';
import { makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, register } from '../../support/catalog.js';

let app: TestApp;
let publisher: TestCaller;
let reviewer: TestCaller;
beforeAll(async () => {
  app = await startApp();
  publisher = await makeCaller(app, {
    subject: 'rosa',
    permissions: ['publish', 'review', 'read'],
    namespaces: ['support'],
  });
  reviewer = await makeCaller(app, { subject: 'ines', permissions: ['review', 'read'] });
});
afterAll(() => app.stop());

const WIDE = {
  risk_level: 'L1',
  requires_approval: false,
  allowed_roles: ['assistant', 'operator'],
  allowed_tenants: ['*'],
  task_types: ['support'],
} as const;
const NARROW = { ...WIDE, allowed_roles: ['operator'] };
const reason = 'because';

const newTool = async (toolId: string): Promise<string> => {
  const manifest = firstManifestOf({ side_effect: true, policy: WIDE });
  await register(publisher, toolId, '1.0.0', manifest).expect(201);
  return `/v1/tools/${toolId}/policy`;
};

const change = (path: string, policy: object, etag = '"1"') =>
  publisher
    .put(path)
    .set('if-match', etag)
    .send({ ...policy, reason });

describe('changing a policy', () => {
  it('is in force with the answer where it only tightens', async () => {
    const path = await newTool('support.tighten');
    const tight = { ...NARROW, risk_level: 'L3', requires_approval: true };
    const answer = await change(path, tight).expect(200);
    expect(answer.headers['etag']).toBe('"2"');
    expect(answer.body).toMatchObject({
      policy_version: 2,
      ...tight,
      changed_by: 'rosa',
      short_of: [{ version: '1.0.0', gate: 'idempotency-key' }],
    });
    const revisions = await reviewer.get(`${path}/revisions`).expect(200);
    expect(
      revisions.body.items.map((one: { policy_version: number }) => one.policy_version),
    ).toEqual([2, 1]);
  });

  it('is a proposal as a whole where anything loosens, and nothing of it is in force', async () => {
    const path = await newTool('support.loosen');
    const mixed = { ...WIDE, allowed_roles: ['assistant', 'visitor'] };
    const answer = await change(path, mixed).expect(202);
    expect(answer.body).toMatchObject({ status: 'open', base_policy_version: 1, author: 'rosa' });
    const now = await reviewer.get(path).expect(200);
    expect(now.body).toMatchObject({ policy_version: 1, ...WIDE });

    const decision = `${String(answer.headers['location'])}/decision`;
    const own = await publisher.post(decision).send({ decision: 'approve', reason }).expect(403);
    expect(own.body).toMatchObject({ code: 'own-work' });
    const done = await reviewer.post(decision).send({ decision: 'approve', reason }).expect(200);
    expect(done.body).toMatchObject({ status: 'approved', decided_by: 'ines' });
    const after = await reviewer.get(path).expect(200);
    expect(after.body).toMatchObject({ policy_version: 2, ...mixed, approved_by: 'ines' });
    const again = await reviewer.post(decision).send({ decision: 'reject', reason }).expect(409);
    expect(again.body).toMatchObject({ code: 'proposal-closed' });
  });

  it('makes an open proposal stale when policy moves, and supersedes it by a newer one', async () => {
    const path = await newTool('support.stale');
    const first = await change(path, { ...WIDE, allowed_roles: ['*'] }).expect(202);
    const second = await change(path, { ...WIDE, task_types: ['*'] }).expect(202);
    const superseded = await reviewer.get(String(first.headers['location'])).expect(200);
    expect(superseded.body).toMatchObject({ status: 'superseded' });
    const closed = await reviewer
      .post(`${String(first.headers['location'])}/decision`)
      .send({ decision: 'approve', reason })
      .expect(409);
    expect(closed.body).toMatchObject({ code: 'proposal-closed' });

    await change(path, NARROW).expect(200);
    const stale = await reviewer
      .post(`${String(second.headers['location'])}/decision`)
      .send({ decision: 'approve', reason })
      .expect(409);
    expect(stale.body).toMatchObject({ code: 'proposal-stale' });
    const list = await reviewer.get('/v1/policy-proposals?tool_id=support.stale').expect(200);
    expect(list.body.items.map((one: { status: string }) => one.status)).toEqual([
      'stale',
      'superseded',
    ]);
  });

  it('makes an open proposal stale when a registration of a draft moves the policy', async () => {
    const path = await newTool('support.draft');
    const proposal = await change(path, { ...WIDE, allowed_roles: ['*'] }).expect(202);
    const manifest = firstManifestOf({ side_effect: true, policy: NARROW });
    await register(publisher, 'support.draft', '1.0.0', manifest).expect(200);
    const stale = await reviewer.get(String(proposal.headers['location'])).expect(200);
    expect(stale.body).toMatchObject({ status: 'stale' });
  });

  it('writes nothing where the policy is already exactly this', async () => {
    const path = await newTool('support.same');
    const answer = await change(path, { ...WIDE, allowed_roles: ['operator', 'assistant'] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ policy_version: 1, short_of: [] });
  });

  it('needs the present number, a sound policy and a reason', async () => {
    const path = await newTool('support.refused');
    const missing = await publisher
      .put(path)
      .send({ ...NARROW, reason })
      .expect(428);
    expect(missing.body.code).toBe('precondition-required');
    const outdated = await change(path, NARROW, '"7"').expect(412);
    expect(outdated.body.code).toBe('precondition-failed');
    const unsound = await change(path, { ...NARROW, risk_level: 'L3' }).expect(422);
    expect(unsound.body).toMatchObject({
      code: 'policy-invalid',
      errors: [{ pointer: '/requires_approval' }],
    });
    await publisher.put(path).set('if-match', '"1"').send(NARROW).expect(400);
    await change('/v1/tools/support.none/policy', NARROW).expect(404);
    await change('/v1/tools/crm.none/policy', NARROW).expect(403);
  });

  it('lets exactly one of two concurrent tightenings through', async () => {
    const path = await newTool('support.race');
    const answers = await Promise.all([
      change(path, NARROW),
      change(path, { ...WIDE, allowed_roles: ['assistant'] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});
