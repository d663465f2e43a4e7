import { startApp, type TestApp } from '../../support/app.js';
import { makeAgent, makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, OPEN_POLICY, register } from '../../support/catalog.js';
import {
  eventsOf,
  BECAUSE,
  inDays,
  bring,
  makeCrew,
  step,
  type Crew,
} from '../../support/lifecycle.js';

let app: TestApp;
let crew: Crew;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  crew = await makeCrew(app);
  agent = await makeAgent(app, { roles: ['operator', 'viewer'] });
});
afterAll(() => app.stop());

const L1 = { ...OPEN_POLICY, risk_level: 'L1', allowed_roles: ['operator'] };
const LOOSER = { ...L1, allowed_roles: ['operator', 'viewer'] };

const policyPath = (toolId: string) => `/v1/tools/${toolId}/policy`;

const change = (toolId: string, policy: object, etag = '"1"', caller = crew.publisher) =>
  caller
    .put(policyPath(toolId))
    .set('if-match', etag)
    .send({ ...policy, ...BECAUSE });

const newTool = (toolId: string, policy: object = L1) =>
  register(crew.publisher, toolId, '1.0.0', firstManifestOf({ policy })).expect(201);

const propose = async (toolId: string): Promise<string> => {
  const answer = await change(toolId, LOOSER).expect(202);
  return String(answer.headers['location']);
};

const decide = (caller: TestCaller, proposal: string, decision = 'approve') =>
  caller.post(`${proposal}/decision`).send({ decision, ...BECAUSE });

const policyOf = async (toolId: string) =>
  (await crew.admin.get(policyPath(toolId)).expect(200)).body;

describe('deciding a proposal', () => {
  it('puts the policy in force with its number, for every version and agent at once', async () => {
    await bring(crew, 'support.served', 'enabled', firstManifestOf({ policy: L1 }));
    const eligible = async () => {
      const ask = { roles: ['viewer'], task_type: 'support' };
      const { body } = await agent.post('/v1/candidates').send(ask).expect(200);
      return (body.tools as { tool_id: string }[]).map(({ tool_id: toolId }) => toolId);
    };
    const proposal = await propose('support.served');
    expect(await eligible()).not.toContain('support.served');
    const done = await decide(crew.reviewer, proposal).expect(200);
    expect(done.body).toMatchObject({ status: 'approved', decided_by: 'bob' });
    expect(await eligible()).toContain('support.served');
    expect(await policyOf('support.served')).toMatchObject({
      policy_version: 2,
      changed_by: 'ann',
      approved_by: 'bob',
    });
    await change('support.served', L1, '"2"').expect(200);
    expect(await eligible()).not.toContain('support.served');
  });

  it('is told beforehand what it opens, beside the policy that it started from', async () => {
    await newTool('support.opened');
    const answer = await change('support.opened', LOOSER).expect(202);
    const opens = {
      gains: [
        {
          roles: { only: ['viewer'] },
          tenants: { all_but: [] },
          task_types: { all_but: [] },
          from_risk: 'L1',
          below_risk: null,
        },
      ],
      without_approval: null,
    };
    expect(answer.body).toMatchObject({ opens, loosens: ['allowed_roles'], base_policy: L1 });
    const proposal = String(answer.headers['location']);
    // Still beside that one, whatever was in force since.
    await change('support.opened', { ...L1, allowed_roles: [] }).expect(200);
    expect((await crew.admin.get(proposal).expect(200)).body).toMatchObject({
      status: 'stale',
      opens,
    });
    const list = await crew.admin.get('/v1/policy-proposals?tool_id=support.opened').expect(200);
    expect(list.body.items).toMatchObject([{ opens, base_policy: L1 }]);
  });

  it('takes no number where it is rejected', async () => {
    await newTool('support.rejected');
    const proposal = await propose('support.rejected');
    const done = await decide(crew.reviewer, proposal, 'reject').expect(200);
    expect(done.body).toMatchObject({ status: 'rejected', decision_reason: 'because' });
    expect(await policyOf('support.rejected')).toMatchObject({ policy_version: 1, ...L1 });
    const before = (await policyOf('support.rejected')).policy_digest;
    expect((await eventsOf(app, 'support.rejected')).at(-1)).toMatchObject({
      action: 'policy.proposal-rejected',
      before,
      after: before,
    });
  });

  it('is not for its author, whatever the key, as an admin neither', async () => {
    await newTool('support.own');
    const proposal = await propose('support.own');
    const otherKey = await makeCaller(app, { subject: 'ann', permissions: ['admin'] });
    for (const decision of ['approve', 'reject']) {
      const refused = await decide(otherKey, proposal, decision).expect(403);
      expect(refused.body.code).toBe('own-work');
    }
    await decide(crew.publisher, proposal).expect(403);
  });

  it('is not for a reviewer of another namespace, to whom it does not exist', async () => {
    await newTool('support.foreign');
    const proposal = await propose('support.foreign');
    const stranger = await makeCaller(app, {
      subject: 'zoe',
      permissions: ['review', 'read'],
      namespaces: ['crm'],
    });
    const hidden = await decide(stranger, proposal).expect(404);
    const missing = await decide(stranger, '/v1/policy-proposals/pp_none').expect(404);
    expect({ ...hidden.body, instance: '' }).toEqual({ ...missing.body, instance: '' });
    await stranger.get(proposal).expect(404);
    const list = await stranger.get('/v1/policy-proposals').expect(200);
    expect(list.body.items).toEqual([]);
  });

  it('is refused as stale where a registration has changed the policy since', async () => {
    await newTool('support.moved');
    const proposal = await propose('support.moved');
    const manifest = firstManifestOf({ policy: { ...L1, task_types: ['support'] } });
    const again = await register(crew.publisher, 'support.moved', '1.0.0', manifest).expect(200);
    expect(again.body).toMatchObject({ outcome: 'unchanged', policy_version: 2 });
    const stale = await decide(crew.reviewer, proposal).expect(409);
    expect(stale.body.code).toBe('proposal-stale');
    expect((await eventsOf(app, 'support.moved')).at(-1)).toMatchObject({
      action: 'policy.changed',
      detail: { stale_proposal: proposal.split('/').at(-1) },
    });
  });

  it('needs a decision and a reason', async () => {
    await newTool('support.words');
    const proposal = await propose('support.words');
    for (const body of [{}, { decision: 'approve' }, { decision: 'maybe', ...BECAUSE }]) {
      await crew.reviewer.post(`${proposal}/decision`).send(body).expect(400);
    }
  });
});

describe('a policy that is offered', () => {
  it('is refused where it breaks its own rules, with the places', async () => {
    await newTool('support.rules');
    for (const [policy, pointer] of [
      [{ ...L1, allowed_roles: ['*', 'operator'] }, '/allowed_roles'],
      [{ ...L1, task_types: ['a', '*'] }, '/task_types'],
      [{ ...L1, risk_level: 'L2', allowed_roles: ['*'] }, '/allowed_roles'],
      [{ ...L1, risk_level: 'L3' }, '/requires_approval'],
    ] as const) {
      const refused = await change('support.rules', policy).expect(422);
      expect(refused.body).toMatchObject({ code: 'policy-invalid', errors: [{ pointer }] });
    }
    expect(await eventsOf(app, 'support.rules')).toHaveLength(1);
  });

  it('is a set: order and repetition change nothing', async () => {
    await newTool('support.set', LOOSER);
    const same = { ...LOOSER, allowed_roles: ['viewer', 'operator', 'viewer'] };
    const answer = await change('support.set', same).expect(200);
    expect(answer.body).toMatchObject({ policy_version: 1, allowed_roles: ['operator', 'viewer'] });
  });

  it('is tightened down to nobody, and only a second person lets somebody in again', async () => {
    await newTool('support.nobody');
    await change('support.nobody', { ...L1, allowed_roles: [] }).expect(200);
    await change('support.nobody', L1, '"2"').expect(202);
  });

  it('names the state it saw, strongly', async () => {
    await newTool('support.seen');
    await change('support.seen', { ...L1, task_types: ['a'] }, 'W/"1"').expect(412);
    await change('support.seen', { ...L1, task_types: ['a'] }, '"0", "1"').expect(200);
  });

  it('lists the versions that now miss a gate, but for the waived and the disabled', async () => {
    const manifest = firstManifestOf({ side_effect: true, policy: L1 });
    await bring(crew, 'support.short', 'enabled', manifest);
    await bring(crew, 'support.short@2.0.0', 'draft', { ...manifest, timeout_ms: 1 });
    await bring(crew, 'support.short@3.0.0', 'draft', { ...manifest, timeout_ms: 2 });
    await step(crew.publisher, 'support.short@3.0.0', 'disabled', BECAUSE).expect(200);
    await crew.reviewer
      .post('/v1/tools/support.short/versions/2.0.0/waivers')
      .send({ gate: 'idempotency-key', reason: 'x', expires_at: inDays(30) })
      .expect(201);
    const tight = { ...L1, risk_level: 'L3', requires_approval: true };
    const answer = await change('support.short', tight).expect(200);
    expect(answer.body.short_of).toMatchObject([{ version: '1.0.0', gate: 'idempotency-key' }]);
    const digests = (await eventsOf(app, 'support.short')).at(-1);
    expect(digests).toMatchObject({
      action: 'policy.tightened',
      policy_version: 2,
      after: answer.body.policy_digest,
    });
  });
});
