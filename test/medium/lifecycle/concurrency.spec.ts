import pg from 'pg';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, manifestOf, OPEN_POLICY } from '../../support/catalog.js';
import {
  BECAUSE,
  bring,
  EVIDENCE,
  eventsOf,
  isServable,
  makeCrew,
  step,
  versionPath,
  type Crew,
} from '../../support/lifecycle.js';

let app: TestApp;
let crew: Crew;
beforeAll(async () => {
  app = await startApp();
  crew = await makeCrew(app);
});
afterAll(() => app.stop());

/** Whatever the race was about, nothing is written twice or outside of the chain. */
afterEach(async () => {
  const answer = await adminOf(app).get('/v1/audit-events/verification').expect(200);
  expect(answer.body.valid).toBe(true);
});

const statusesOf = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).sort();

const actionsOf = async (toolId: string): Promise<unknown[]> =>
  (await eventsOf(app, toolId)).map(({ action }) => action);

const times = (count: number, action: string): string[] =>
  Array.from({ length: count }, () => action);

const stateOf = async (tool: string): Promise<string> =>
  (await crew.admin.get(versionPath(tool)).expect(200)).body.state;

const withArguments = (...names: string[]) =>
  manifestOf({
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [name, { type: 'string', maxLength: 100 }] as const),
      ),
      additionalProperties: false,
    },
  });

const ROUNDS = [1, 2, 3, 4, 5, 6];

describe('ten reviewers at once', () => {
  let reviewers: TestCaller[];
  beforeAll(async () => {
    reviewers = [];
    for (let index = 0; index < 10; index += 1) {
      const subject = `reviewer-${index}`;
      reviewers.push(await makeCaller(app, { subject, permissions: ['review'] }));
    }
  });

  it.each([
    ['L1', 1],
    ['L4', 2],
  ])('give a version of %s exactly as many approvals as it needs', async (level, need) => {
    const tool = `support.ten_${level}`;
    const policy = {
      ...OPEN_POLICY,
      risk_level: level,
      requires_approval: true,
      allowed_roles: ['operator'],
    };
    await bring(crew, tool, 'review', firstManifestOf({ policy }));
    const answers = await Promise.all(reviewers.map((one) => step(one, tool, 'staging')));
    expect(statusesOf(answers)).toEqual(
      [...times(need, '200'), ...times(10 - need, '422')].map(Number),
    );
    const { body } = await crew.admin.get(versionPath(tool)).expect(200);
    expect(body).toMatchObject({ state: 'staging', approvals: { have: need, need } });
    expect(await actionsOf(tool)).toEqual([
      'version.registered',
      'version.submitted',
      ...times(need, 'version.approved'),
    ]);
  });
});

describe('two steps of one version at once', () => {
  it('a submission and a kill: each is taken once at most, and killed it is in the end', async () => {
    for (const round of ROUNDS) {
      const tool = `support.kill_${round}`;
      await bring(crew, tool, 'draft');
      const [submitted, killed] = await Promise.all([
        step(crew.publisher, tool, 'review'),
        step(crew.admin, tool, 'disabled', BECAUSE),
      ]);
      expect(killed.status).toBe(200);
      expect([200, 422]).toContain(submitted.status);
      expect(await stateOf(tool)).toBe('disabled');
      expect(await actionsOf(tool)).toHaveLength(submitted.status === 200 ? 3 : 2);
    }
  });

  it('a release asked for ten times is one release', async () => {
    await bring(crew, 'support.once', 'staging');
    const answers = await Promise.all(
      ROUNDS.map(() => step(crew.reviewer, 'support.once', 'enabled', EVIDENCE)),
    );
    expect(statusesOf(answers)).toEqual([200, 422, 422, 422, 422, 422]);
    const { body } = await crew.admin.get(versionPath('support.once')).expect(200);
    expect(body.evidence).toHaveLength(2);
  });

  it('a deletion and a submission: one of them', async () => {
    for (const round of ROUNDS) {
      const tool = `support.delete_${round}`;
      await bring(crew, tool, 'draft');
      const answers = await Promise.all([
        crew.publisher.delete(versionPath(tool)),
        step(crew.publisher, tool, 'review'),
      ]);
      expect([
        [204, 404],
        [200, 409],
      ]).toContainEqual(statusesOf(answers));
    }
  });

  it('a replaced draft and its submission: what is reviewed is what was submitted', async () => {
    for (const round of ROUNDS) {
      const tool = `support.replace_${round}`;
      await bring(crew, tool, 'draft');
      const [replaced, submitted] = await Promise.all([
        crew.admin.put(versionPath(tool)).send(manifestOf({ title: 'Other' })),
        step(crew.publisher, tool, 'review'),
      ]);
      expect(submitted.status).toBe(200);
      expect([200, 409]).toContain(replaced.status);
      const { body } = await crew.admin.get(versionPath(tool)).expect(200);
      expect(body.contract_digest).toBe(submitted.body.contract_digest);
    }
  });
});

describe('two versions of one tool at once', () => {
  it('that leave no room for each other are never both released', async () => {
    for (const round of ROUNDS) {
      const tool = `support.rivals_${round}`;
      await bring(crew, tool, 'enabled');
      await bring(crew, `${tool}@1.1.0`, 'staging', withArguments('text', 'tone'));
      await bring(crew, `${tool}@1.2.0`, 'staging', withArguments('text', 'language'));
      const answers = await Promise.all([
        step(crew.reviewer, `${tool}@1.1.0`, 'enabled', EVIDENCE),
        step(crew.secondReviewer, `${tool}@1.2.0`, 'enabled', EVIDENCE),
      ]);
      expect(statusesOf(answers)).toEqual([200, 422]);
      const refused = answers.find(({ status }) => status === 422);
      expect(refused?.body.check).toMatchObject({ allowed: false });
    }
  });
});

describe('a namespace that is suspended while its tools are released', () => {
  const SWITCH = '/v1/namespaces/support/suspension';

  it('leaves none of them in view, and lifting shows every one', async () => {
    for (const round of ROUNDS.slice(0, 4)) {
      const tools = ['a', 'b', 'c'].map((name) => `support.out_${round}${name}`);
      for (const tool of tools) await bring(crew, tool, 'staging');
      const answers = await Promise.all([
        ...tools.map((tool) => step(crew.reviewer, tool, 'enabled', EVIDENCE)),
        crew.admin.put(SWITCH).send({ suspended: true, ...BECAUSE }),
      ]);
      expect(statusesOf(answers)).toEqual([200, 200, 200, 200]);
      const shown = await app.database.query('SELECT tool_id FROM tool WHERE servable');
      expect(shown).toEqual([]);
      await crew.admin
        .put(SWITCH)
        .send({ suspended: false, ...BECAUSE })
        .expect(200);
      for (const tool of tools) expect(await isServable(app, tool)).toBe(true);
    }
  });

  it.each([
    ['a release', () => step(crew.reviewer, 'support.order', 'enabled', EVIDENCE)],
    [
      'the switch of a tool',
      () =>
        crew.publisher
          .put('/v1/tools/support.order/suspension')
          .send({ suspended: true, ...BECAUSE }),
    ],
  ])('waits for no %s that waits for it', async (_what, command) => {
    if ((await isServable(app, 'support.order')) === undefined) {
      await bring(crew, 'support.order', 'staging');
    }
    const suspender = new pg.Client({ connectionString: app.database.url });
    await suspender.connect();
    try {
      await suspender.query(`BEGIN; SET LOCAL lock_timeout = '500ms'`);
      await suspender.query(`SELECT 1 FROM namespace WHERE namespace = 'support' FOR UPDATE`);
      const answer = command().then(({ status }) => status);
      await somebodyWaits();
      await suspender.query(`UPDATE tool SET servable = servable WHERE namespace = 'support'`);
      await suspender.query('COMMIT');
      expect(await answer).toBe(200);
    } finally {
      await suspender.end();
    }
  });
});

/** Until some transaction waits for a lock that another holds. */
const somebodyWaits = async (): Promise<void> => {
  for (;;) {
    const waiting = await app.database.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting.length > 0) return;
  }
};
