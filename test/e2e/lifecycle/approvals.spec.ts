import { startApp, type TestApp } from '../../support/app.js';
import { makeAgent, makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, manifestOf, OPEN_POLICY, register } from '../../support/catalog.js';
import {
  BECAUSE,
  bring,
  EVIDENCE,
  eventsOf,
  makeCrew,
  step,
  versionPath,
  type Crew,
} from '../../support/lifecycle.js';

let app: TestApp;
let crew: Crew;
/** Publishes and reviews: the one who could be tempted. */
let rosa: TestCaller;
beforeAll(async () => {
  app = await startApp();
  crew = await makeCrew(app);
  rosa = await makeCaller(app, {
    subject: 'rosa',
    permissions: ['publish', 'review'],
    namespaces: ['support'],
  });
});
afterAll(() => app.stop());

const L1 = { ...OPEN_POLICY, risk_level: 'L1', allowed_roles: ['operator'] };
const L4 = { ...L1, risk_level: 'L4', requires_approval: true };
const DANGEROUS = firstManifestOf({ policy: L4 });

const raise = (toolId: string, policy: object, version = 1) =>
  crew.publisher
    .put(`/v1/tools/${toolId}/policy`)
    .set('if-match', `"${version}"`)
    .send({ ...policy, ...BECAUSE });

describe('approving', () => {
  it('takes one person below L4', async () => {
    await bring(crew, 'support.one', 'review');
    const approved = await step(crew.reviewer, 'support.one', 'staging').expect(200);
    expect(approved.body.approvals).toMatchObject({ have: 1, need: 1, by: [{ subject: 'bob' }] });
  });

  it('takes two people at L4, and the state changes with the second', async () => {
    await bring(crew, 'support.two', 'review', DANGEROUS);
    const first = await step(crew.reviewer, 'support.two', 'staging').expect(200);
    expect(first.body).toMatchObject({ state: 'review', approvals: { have: 1, need: 2 } });
    const second = await step(crew.secondReviewer, 'support.two', 'staging').expect(200);
    expect(second.body).toMatchObject({
      state: 'staging',
      approvals: { have: 2, need: 2, by: [{ subject: 'bob' }, { subject: 'cat' }] },
    });
    await step(crew.reviewer, 'support.two', 'enabled', EVIDENCE).expect(200);
  });

  it('speaks of the content that was reviewed, and of no other that took its place since', async () => {
    await bring(crew, 'support.swapped', 'review');
    const seen = (await crew.admin.get(versionPath('support.swapped')).expect(200)).body;
    await step(crew.secondReviewer, 'support.swapped', 'draft', BECAUSE).expect(200);
    const other = firstManifestOf({ description: 'Does something else.' });
    await register(crew.publisher, 'support.swapped', '1.0.0', other).expect(200);
    await step(crew.publisher, 'support.swapped', 'review').expect(200);
    const reviewed = { contract_digest: seen.contract_digest as string };
    const refused = await step(crew.reviewer, 'support.swapped', 'staging', reviewed).expect(412);
    expect(refused.body.code).toBe('precondition-failed');
    const now = (await crew.admin.get(versionPath('support.swapped')).expect(200)).body;
    expect(now).toMatchObject({ state: 'review', approvals: { have: 0 } });
    const read = { contract_digest: now.contract_digest as string };
    await step(crew.reviewer, 'support.swapped', 'staging', read).expect(200);
  });

  it('is prepared by a review: what differs, what it needs, and what the caller may do', async () => {
    await bring(crew, 'support.reviewed', 'enabled', firstManifestOf({ policy: L1 }));
    const next = manifestOf({ timeout_ms: 2_000 });
    await register(crew.publisher, 'support.reviewed', '1.1.0', next).expect(201);
    await step(crew.publisher, 'support.reviewed@1.1.0', 'review').expect(200);
    await makeAgent(app, { tenants: ['known'] });
    const open = { ...L1, allowed_roles: ['*'], allowed_tenants: ['known', 'ghost'] };
    const raised = await raise('support.reviewed', open).expect(202);
    // Whose keys there are is told to nobody who knows some namespaces alone.
    expect(raised.body.tenants_without_key).toBeNull();
    const path = `${versionPath('support.reviewed@1.1.0')}/review`;
    const { body, headers } = await crew.reviewer.get(path).expect(200);
    expect(body).toMatchObject({
      version: { version: '1.1.0', approvals: { have: 0, need: 1 }, check: { baseline: '1.0.0' } },
      authors: ['ann'],
      baseline: { version: '1.0.0' },
      baseline_moved: false,
      diff: [{ path: '/timeout_ms', kind: 'changed', before: 1_000, after: 2_000 }],
      policy: L1,
      proposal: { opens: { gains: [{ roles: { all_but: ['operator'] } }] } },
      tenants_without_key: ['ghost'],
    });
    const stepsOf = (review: { steps: { to: string; open: boolean; code: string | null }[] }) =>
      review.steps.map(({ to, open, code }) => [to, open, code]);
    expect(stepsOf(body)).toEqual([
      ['draft', true, null],
      ['staging', true, null],
      ['disabled', false, 'permission-missing'],
    ]);
    await crew.reviewer.get(path).set('if-none-match', String(headers.etag)).expect(304);
    // Nobody who wrote it is told that they could approve it.
    const ann = await makeCaller(app, { subject: 'Ann', permissions: ['review', 'read'] });
    const own = await ann.get(path).expect(200);
    expect(stepsOf(own.body)[1]).toEqual(['staging', false, 'own-work']);
    expect((await rosa.get(path).expect(200)).body.tenants_without_key).toBeNull();
    // Who decides a proposal is shown it, and the policy that it would replace.
    for (const shown of [
      `/v1/policy-proposals/${raised.body.id}`,
      '/v1/tools/support.reviewed/policy',
    ]) {
      await crew.reviewer.get(shown).expect(200);
    }
    const list = await crew.reviewer
      .get('/v1/policy-proposals?tool_id=support.reviewed')
      .expect(200);
    expect(list.body.items).toMatchObject([{ id: raised.body.id }]);
    const elsewhere = { permissions: ['review'], namespaces: ['other'], subject: 'zed' };
    const zed = await makeCaller(app, elsewhere);
    await zed.get(path).expect(404);
    await zed.get(`/v1/policy-proposals/${raised.body.id}`).expect(404);
    expect((await zed.get('/v1/policy-proposals').expect(200)).body.items).toEqual([]);
    const agent = await makeCaller(app, { permissions: ['candidates'], roles: [], tenants: [] });
    await agent.get(path).expect(403);
  });

  it('counts two keys of one subject once', async () => {
    await bring(crew, 'support.keys', 'review', DANGEROUS);
    const otherKey = await makeCaller(app, { subject: 'bob', permissions: ['review', 'read'] });
    await step(crew.reviewer, 'support.keys', 'staging').expect(200);
    const again = await step(otherKey, 'support.keys', 'staging').expect(200);
    expect(again.body).toMatchObject({ state: 'review', approvals: { have: 1, need: 2 } });
  });

  it('is not for who wrote it, whatever else they may and with whatever key', async () => {
    await register(rosa, 'support.own').expect(201);
    await step(crew.publisher, 'support.own', 'review').expect(200);
    const admin = await makeCaller(app, { subject: 'rosa', permissions: ['admin'] });
    for (const author of [rosa, admin]) {
      const refused = await step(author, 'support.own', 'staging').expect(403);
      expect(refused.body).toMatchObject({
        code: 'own-work',
        allowed: ['draft', 'staging', 'disabled'],
      });
    }
  });

  it('is not for who submitted it, nor for who replaced the draft', async () => {
    await bring(crew, 'support.sent', 'draft');
    await step(rosa, 'support.sent', 'review').expect(200);
    await step(rosa, 'support.sent', 'staging').expect(403);

    await bring(crew, 'support.rewritten', 'draft');
    await register(rosa, 'support.rewritten', '1.0.0', firstManifestOf({ title: 'T' })).expect(200);
    await step(crew.publisher, 'support.rewritten', 'review').expect(200);
    await step(rosa, 'support.rewritten', 'staging').expect(403);
    await step(crew.reviewer, 'support.rewritten', 'staging').expect(200);
  });
});

describe('a risk that is raised', () => {
  it('in staging asks for another approval there before the release', async () => {
    await bring(crew, 'support.raised', 'staging', firstManifestOf({ policy: L1 }));
    await raise('support.raised', L4).expect(200);
    const early = await step(crew.reviewer, 'support.raised', 'enabled', EVIDENCE).expect(422);
    expect(early.body).toMatchObject({
      detail: 'L4 needs 2 approvals, it has 1',
      allowed: ['draft', 'staging', 'enabled', 'disabled'],
    });
    const again = await step(crew.reviewer, 'support.raised', 'staging').expect(200);
    expect(again.body.approvals).toMatchObject({ have: 1, need: 2 });
    const other = await step(crew.secondReviewer, 'support.raised', 'staging').expect(200);
    expect(other.body).toMatchObject({ state: 'staging', approvals: { have: 2, need: 2 } });
    const more = await step(crew.admin, 'support.raised', 'staging').expect(422);
    expect(more.body.allowed).toEqual(['draft', 'enabled', 'disabled']);
    await step(crew.reviewer, 'support.raised', 'enabled', EVIDENCE).expect(200);
  });

  it('asks for the gates of the new risk at the release', async () => {
    const manifest = firstManifestOf({ side_effect: true, policy: L1 });
    await bring(crew, 'support.keyless', 'staging', manifest);
    await raise('support.keyless', { ...L4, risk_level: 'L3' }).expect(200);
    const refused = await step(crew.reviewer, 'support.keyless', 'enabled', EVIDENCE).expect(422);
    expect(refused.body.gates).toMatchObject([{ gate: 'idempotency-key', ok: false }]);
  });
});

describe('approvals that were given', () => {
  const approvalsOf = async (tool: string) =>
    (await crew.admin.get(versionPath(tool)).expect(200)).body.approvals;

  it.each([
    ['request changes', ['review', 'draft']],
    ['send back', ['staging', 'draft']],
    ['kill and reopen', ['staging', 'disabled', 'draft']],
  ] as const)('are void after %s', async (name, [from, ...way]) => {
    const tool = `support.void_${name.replaceAll(' ', '_')}`;
    await bring(crew, tool, 'review', DANGEROUS);
    await step(crew.reviewer, tool, 'staging').expect(200);
    if (from === 'staging') await step(crew.secondReviewer, tool, 'staging').expect(200);
    for (const to of way) await step(crew.admin, tool, to, BECAUSE).expect(200);
    expect(await approvalsOf(tool)).toEqual({ have: 0, need: 2, by: [] });
    await step(crew.publisher, tool, 'review').expect(200);
    expect(await approvalsOf(tool)).toEqual({ have: 0, need: 2, by: [] });
  });
});

describe('breaking the glass', () => {
  const glass = { break_glass: true, ...BECAUSE };

  it('lets an admin approve their own work, under an action of its own', async () => {
    await register(crew.admin, 'support.glass').expect(201);
    await step(crew.admin, 'support.glass', 'review').expect(200);
    await step(crew.admin, 'support.glass', 'staging').expect(403);
    const silent = await step(crew.admin, 'support.glass', 'staging', { break_glass: true });
    expect(silent.status).toBe(422);
    expect(silent.body.errors).toMatchObject([{ pointer: '/reason' }]);
    const broken = await step(crew.admin, 'support.glass', 'staging', glass).expect(200);
    expect(broken.body).toMatchObject({
      state: 'staging',
      approvals: { by: [{ subject: 'eve' }] },
    });
    expect((await eventsOf(app, 'support.glass')).at(-1)).toMatchObject({
      action: 'version.break-glass',
      actor: { subject: 'eve' },
      ...BECAUSE,
    });
  });

  it('is for admins only, and still takes two people at L4', async () => {
    await register(rosa, 'support.not_rosa').expect(201);
    await step(rosa, 'support.not_rosa', 'review').expect(200);
    const refused = await step(rosa, 'support.not_rosa', 'staging', glass).expect(403);
    expect(refused.body.code).toBe('permission-missing');

    await register(crew.admin, 'support.glass4', '1.0.0', DANGEROUS).expect(201);
    await step(crew.admin, 'support.glass4', 'review').expect(200);
    const half = await step(crew.admin, 'support.glass4', 'staging', glass).expect(200);
    expect(half.body).toMatchObject({ state: 'review', approvals: { have: 1, need: 2 } });
  });

  it('opens nothing else: no gate, and no step but the approval', async () => {
    await bring(crew, 'support.closed', 'staging');
    const refused = await step(crew.admin, 'support.closed', 'enabled', {
      ...EVIDENCE,
      ...glass,
    }).expect(422);
    expect(refused.body.errors).toMatchObject([
      { pointer: '/break_glass', code: 'not-for-this-step' },
    ]);
  });
});
