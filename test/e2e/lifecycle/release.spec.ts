import { startApp, type TestApp } from '../../support/app.js';
import { firstManifestOf, manifestOf } from '../../support/catalog.js';
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
beforeAll(async () => {
  app = await startApp();
  crew = await makeCrew(app);
});
afterAll(() => app.stop());

describe('the way of a version to enabled', () => {
  it('is submit, approve by another person, evidence, release', async () => {
    const path = '/v1/tools/support.create_ticket/versions/1.0.0';
    await crew.publisher.put(path).send(firstManifestOf()).expect(201);
    const submitted = await crew.publisher
      .post(`${path}/transitions`)
      .send({ to: 'review' })
      .expect(200);
    expect(submitted.body).toMatchObject({ state: 'review', approvals: { have: 0, need: 1 } });
    const approved = await crew.reviewer
      .post(`${path}/transitions`)
      .send({ to: 'staging' })
      .expect(200);
    expect(approved.body).toMatchObject({
      state: 'staging',
      approvals: { have: 1, by: [{ subject: 'bob' }] },
    });

    const early = await crew.reviewer
      .post(`${path}/transitions`)
      .send({ to: 'enabled' })
      .expect(422);
    expect(early.body).toMatchObject({
      code: 'transition-refused',
      gates: [{ gate: 'tests' }, { gate: 'smoke' }],
    });
    expect(early.body.allowed).toEqual(expect.arrayContaining(['draft', 'enabled', 'disabled']));

    const passed_at = new Date().toISOString();
    const run = { url: 'https://ci.example.com/1', passed_at };
    await crew.publisher
      .post(`${path}/evidence`)
      .send({ kind: 'test', ...run })
      .expect(201);
    const released = await crew.reviewer
      .post(`${path}/transitions`)
      .send({ to: 'enabled', evidence: [{ kind: 'smoke', ...run }] })
      .expect(200);
    expect(released.body).toMatchObject({
      state: 'enabled',
      evidence: [{ kind: 'test' }, { kind: 'smoke' }],
    });

    const [tool] = await app.database.query<{ servable: boolean }>(
      `SELECT servable FROM tool WHERE tool_id = 'support.create_ticket'`,
    );
    expect(tool?.servable).toBe(true);
  });
});

const withArguments = (...names: string[]) => ({
  input_schema: {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, { type: 'string', maxLength: 100 }] as const),
    ),
    additionalProperties: false,
  },
});

describe('the version check at a release', () => {
  it('refuses what a version that was released meanwhile leaves no room for', async () => {
    const tool = 'support.race';
    await bring(crew, `${tool}@1.0.0`, 'enabled');
    // Both are a minor step from 1.0.0, but from one to the other an argument goes away.
    await bring(crew, `${tool}@1.1.0`, 'staging', manifestOf(withArguments('text', 'tone')));
    await bring(crew, `${tool}@1.2.0`, 'staging', manifestOf(withArguments('text', 'language')));
    await step(crew.reviewer, `${tool}@1.1.0`, 'enabled', EVIDENCE).expect(200);

    const refused = await step(crew.reviewer, `${tool}@1.2.0`, 'enabled', EVIDENCE).expect(422);
    expect(refused.body).toMatchObject({
      code: 'transition-refused',
      gates: [],
      allowed: ['draft', 'enabled', 'disabled'],
      check: {
        tool_id: tool,
        baseline: '1.1.0',
        version: '1.2.0',
        allowed: false,
        declared_bump: 'minor',
        required_bump: 'major',
        minimum_version: '2.0.0',
      },
    });
    expect(refused.body.detail).toContain('2.0.0');
    expect(refused.body.check.changes[0]).toMatchObject({ bump: 'major', side: 'input' });
    const { body } = await crew.admin.get(versionPath(`${tool}@1.2.0`)).expect(200);
    // Nothing of the attempt is kept, the evidence that came with it included.
    expect(body).toMatchObject({ state: 'staging', evidence: [], check: { allowed: true } });
  });

  it('looks at the step towards the next enabled version as well', async () => {
    const tool = 'support.below';
    await bring(crew, `${tool}@1.0.0`, 'enabled');
    await bring(crew, `${tool}@1.1.0`, 'staging', manifestOf(withArguments('text', 'tone')));
    await bring(crew, `${tool}@1.2.0`, 'staging', manifestOf(withArguments('text', 'language')));
    await step(crew.reviewer, `${tool}@1.2.0`, 'enabled', EVIDENCE).expect(200);
    const refused = await step(crew.reviewer, `${tool}@1.1.0`, 'enabled', EVIDENCE).expect(422);
    expect(refused.body.check).toMatchObject({
      baseline: '1.0.0',
      allowed: false,
      next: { version: '1.2.0', declared_bump: 'minor', required_bump: 'major' },
    });
  });

  it('is told together with everything else that is missing', async () => {
    const tool = 'support.all';
    await bring(crew, `${tool}@1.0.0`, 'enabled');
    await bring(crew, `${tool}@1.1.0`, 'staging', manifestOf(withArguments('text', 'tone')));
    await bring(crew, `${tool}@1.2.0`, 'staging', manifestOf(withArguments('text', 'language')));
    await step(crew.reviewer, `${tool}@1.1.0`, 'enabled', EVIDENCE).expect(200);
    const refused = await step(crew.reviewer, `${tool}@1.2.0`, 'enabled').expect(422);
    expect(refused.body).toMatchObject({
      gates: [{ gate: 'tests' }, { gate: 'smoke' }],
      check: { allowed: false },
    });
    const publisher = await step(crew.publisher, `${tool}@1.2.0`, 'enabled').expect(403);
    expect(publisher.body.check).toBeUndefined();
  });

  it('says no more where nothing is wrong with the number', async () => {
    await bring(crew, 'support.fine', 'staging', firstManifestOf());
    const refused = await step(crew.reviewer, 'support.fine', 'enabled').expect(422);
    expect(refused.body.check).toBeUndefined();
  });

  it('is asked at a restoration too, lest callers are moved to a number never judged', async () => {
    const tool = 'support.restored';
    await bring(crew, `${tool}@1.0.0`, 'enabled');
    await bring(crew, `${tool}@1.1.0`, 'deprecated', manifestOf({ timeout_ms: 600 }));
    // A patch of 1.0.0, but from there on to 1.1.0 the timeout falls below half.
    await bring(crew, `${tool}@1.0.1`, 'enabled', manifestOf({ timeout_ms: 2_000 }));
    const refused = await step(crew.reviewer, `${tool}@1.1.0`, 'enabled', BECAUSE).expect(422);
    expect(refused.body).toMatchObject({
      code: 'transition-refused',
      check: { baseline: '1.0.1', allowed: false, required_bump: 'major' },
    });
    const gone = { ...BECAUSE, retracted: true };
    await step(crew.publisher, `${tool}@1.0.1`, 'disabled', gone).expect(200);
    await step(crew.reviewer, `${tool}@1.1.0`, 'enabled', BECAUSE).expect(200);
  });

  it('passes again once the competing version is retracted', async () => {
    const tool = 'support.retracted';
    await bring(crew, `${tool}@1.0.0`, 'enabled');
    await bring(crew, `${tool}@1.1.0`, 'staging', manifestOf(withArguments('text', 'tone')));
    await bring(crew, `${tool}@1.2.0`, 'staging', manifestOf(withArguments('text', 'language')));
    await step(crew.reviewer, `${tool}@1.1.0`, 'enabled', EVIDENCE).expect(200);
    await step(crew.reviewer, `${tool}@1.2.0`, 'enabled', EVIDENCE).expect(422);
    await step(crew.publisher, `${tool}@1.1.0`, 'disabled', { reason: 'bad' }).expect(200);
    // Disabled alone it was still promised to somebody.
    await step(crew.reviewer, `${tool}@1.2.0`, 'enabled', EVIDENCE).expect(422);
    await step(crew.admin, `${tool}@1.1.0`, 'draft', { reason: 'to retract it' }).expect(200);
    const gone = { reason: 'leaked', retracted: true };
    await step(crew.publisher, `${tool}@1.1.0`, 'disabled', gone).expect(200);
    await step(crew.reviewer, `${tool}@1.2.0`, 'enabled', EVIDENCE).expect(200);
  });
});

describe('the trail of a version', () => {
  beforeAll(() => bring(crew, 'support.rolled', 'enabled'));

  it('names the key that approved and released, beside its subject', async () => {
    const key = crew.reviewer.token.split('_')[1];
    const events = await eventsOf(app, 'support.rolled');
    const decided = ['version.approved', 'version.released'];
    expect(events.filter(({ action }) => decided.includes(String(action)))).toMatchObject(
      decided.map((action) => ({ action, actor: { subject: 'bob', key_id: key } })),
    );
  });

  it('tells of a rollout which sessions it draws and which it drew before', async () => {
    const roll = (rollout: object) =>
      crew.publisher
        .put(`${versionPath('support.rolled')}/rollout`)
        .send(rollout)
        .expect(200);
    await roll({ percent: 10, salt: 'a' });
    await roll({ percent: 10, salt: 'b' });
    const told = (await eventsOf(app, 'support.rolled')).slice(-2);
    expect(told.map(({ detail }) => detail)).toEqual([
      { percent: 10, salt: 'a', before: { percent: 100, salt: '' } },
      { percent: 10, salt: 'b', before: { percent: 10, salt: 'a' } },
    ]);

    const row = () =>
      app.database.query("SELECT updated_at FROM tool_version WHERE tool_id = 'support.rolled'");
    const before = await row();
    const same = await roll({ percent: 10, salt: 'b' });
    expect(same.body.rollout).toEqual({ percent: 10, salt: 'b' });
    expect((await eventsOf(app, 'support.rolled')).slice(-2)).toEqual(told);
    expect(await row()).toEqual(before);
  });
});
