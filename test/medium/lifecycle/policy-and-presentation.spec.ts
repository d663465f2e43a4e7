import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, OPEN_POLICY, register } from '../../support/catalog.js';
import {
  BECAUSE,
  bring,
  EVIDENCE,
  eventsOf,
  makeCrew,
  step,
  type Crew,
} from '../../support/lifecycle.js';

let app: TestApp;
let crew: Crew;
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

afterEach(async () => {
  const answer = await adminOf(app).get('/v1/audit-events/verification').expect(200);
  expect(answer.body.valid).toBe(true);
});

const ROUNDS = [1, 2, 3, 4, 5, 6];
const L1 = { ...OPEN_POLICY, risk_level: 'L1', allowed_roles: ['operator'] };
const TIGHTER = { ...L1, allowed_tenants: ['acme'] };
const LOOSER = { ...L1, allowed_roles: ['operator', 'viewer'] };

const statusesOf = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).sort();

const policyPath = (toolId: string) => `/v1/tools/${toolId}/policy`;

const change = (caller: TestCaller, toolId: string, policy: object, version = 1) =>
  caller
    .put(policyPath(toolId))
    .set('if-match', `"${version}"`)
    .send({ ...policy, ...BECAUSE });

const actionsSince = async (toolId: string, count: number): Promise<unknown[]> =>
  (await eventsOf(app, toolId)).slice(count).map(({ action }) => action);

describe('a tightening and the approval of a proposal at once', () => {
  it('are never both in force', async () => {
    for (const round of ROUNDS) {
      const tool = `support.both_${round}`;
      await register(crew.publisher, tool, '1.0.0', firstManifestOf({ policy: L1 })).expect(201);
      const proposed = await change(crew.publisher, tool, LOOSER).expect(202);
      const decision = `${String(proposed.headers['location'])}/decision`;
      const approve = () => crew.reviewer.post(decision).send({ decision: 'approve', ...BECAUSE });
      const tighten = () => change(crew.publisher, tool, TIGHTER);
      // By turns, as whoever sends first is usually first.
      const [approved, tightened] =
        round % 2 === 0
          ? await Promise.all([approve(), tighten()])
          : await Promise.all([tighten(), approve()]).then(([one, other]) => [other, one] as const);
      const both = `${approved.status} ${tightened.status}`;
      expect(['200 412', '409 200']).toContain(both);
      if (approved.status === 409) expect(approved.body.code).toBe('proposal-stale');

      const now = await crew.admin.get(policyPath(tool)).expect(200);
      expect(now.body).toMatchObject({
        policy_version: 2,
        ...(approved.status === 200 ? LOOSER : TIGHTER),
      });
      expect(await actionsSince(tool, 2)).toEqual([
        approved.status === 200 ? 'policy.proposal-approved' : 'policy.tightened',
      ]);
    }
  });

  it('is decided once, however many decide', async () => {
    await register(crew.publisher, 'support.decided', '1.0.0', firstManifestOf({ policy: L1 }));
    const proposed = await change(crew.publisher, 'support.decided', LOOSER).expect(202);
    const decision = `${String(proposed.headers['location'])}/decision`;
    const answers = await Promise.all(
      ROUNDS.map((round) =>
        (round % 2 === 0 ? crew.reviewer : crew.secondReviewer)
          .post(decision)
          .send({ decision: round % 3 === 0 ? 'reject' : 'approve', ...BECAUSE }),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('leaves one open proposal of ten that come at once', async () => {
    await register(crew.publisher, 'support.ten', '1.0.0', firstManifestOf({ policy: L1 }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        change(crew.publisher, 'support.ten', {
          ...L1,
          allowed_roles: ['operator', `role-${index}`],
        }),
      ),
    );
    expect(new Set(statusesOf(answers))).toEqual(new Set([202]));
    const all = await crew.admin.get('/v1/policy-proposals?tool_id=support.ten').expect(200);
    const statuses = (all.body.items as { status: string }[]).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'open')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'superseded')).toHaveLength(9);
  });
});

describe('a risk that is raised while the version is released', () => {
  it('counts for the release or comes after it, and nothing is lost', async () => {
    const risky = { ...L1, risk_level: 'L4', requires_approval: true };
    for (const round of ROUNDS) {
      const tool = `support.risk_${round}`;
      await bring(crew, tool, 'staging', firstManifestOf({ policy: L1 }));
      const [released, raised] = await Promise.all([
        step(crew.reviewer, tool, 'enabled', EVIDENCE),
        change(rosa, tool, risky),
      ]);
      expect(raised.status).toBe(200);
      expect([200, 422]).toContain(released.status);
      const order = (await eventsOf(app, tool)).map(({ action }) => action);
      // In the order of the trail no release stands behind the rise.
      if (released.status === 200) {
        expect(order.indexOf('version.released')).toBeLessThan(order.indexOf('policy.tightened'));
      } else {
        expect(released.body.detail).toContain('L4 needs 2 approvals');
      }
    }
  });
});

describe('presentation that two change at once', () => {
  const TOOL = '/v1/tools/support.shown';

  it('keeps what each of them said, as one revision each', async () => {
    await register(crew.publisher, 'support.shown').expect(201);
    const answers = await Promise.all([
      crew.publisher.patch(TOOL).send({ note: 'Read only.' }),
      rosa.patch(TOOL).send({ aliases: ['shown'] }),
      crew.admin.patch(TOOL).send({ owner: 'helpdesk' }),
      crew.publisher.patch(TOOL).send({ example_queries: ['show me'] }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200]);
    const { body } = await crew.admin.get(TOOL).expect(200);
    expect(body.presentation).toEqual({
      owner: 'helpdesk',
      example_queries: ['show me'],
      aliases: ['shown'],
      note: 'Read only.',
    });
    const revisions = await app.database.query<{ presentation_version: number }>(
      `SELECT presentation_version FROM presentation_revision
       WHERE tool_id = 'support.shown' ORDER BY 1`,
    );
    expect(revisions.map((row) => row.presentation_version)).toEqual([1, 2, 3, 4, 5]);
    expect(await actionsSince('support.shown', 1)).toEqual(Array(4).fill('tool.updated'));
  });

  it('writes the same change once', async () => {
    await register(crew.publisher, 'support.same').expect(201);
    await Promise.all(
      ROUNDS.map(() => crew.publisher.patch('/v1/tools/support.same').send({ note: 'x' })),
    );
    expect(await actionsSince('support.same', 1)).toEqual(['tool.updated']);
  });
});
