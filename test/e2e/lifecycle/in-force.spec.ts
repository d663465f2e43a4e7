import { startApp, type TestApp } from '../../support/app.js';
import { makeAgent, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, manifestOf, pathOf, register } from '../../support/catalog.js';
import {
  eventsOf,
  BECAUSE,
  versionPath,
  inDays,
  bring,
  makeCrew,
  EVIDENCE,
  step,
  run,
  isServable,
  type Crew,
} from '../../support/lifecycle.js';

let app: TestApp;
let crew: Crew;
let agent: TestCaller;
beforeAll(async () => {
  app = await startApp();
  crew = await makeCrew(app);
  agent = await makeAgent(app);
});
afterAll(() => app.stop());

const candidate = async (toolId: string): Promise<Record<string, unknown> | undefined> => {
  const { body } = await agent
    .post('/v1/candidates')
    .send({ roles: ['operator'], task_type: 'support', session: 's-1', top_k: 200 })
    .expect(200);
  return (body.tools as Record<string, unknown>[]).find((tool) => tool['tool_id'] === toolId);
};

const title = (text: string) => ({
  title: text,
  changes: [{ path: '/title', meaning: 'clarified' }],
});

describe('a deprecation', () => {
  const SUNSET = '2030-01-31T00:00:00.000Z';

  it('says until when and what instead, also to the agents that still get it', async () => {
    await bring(crew, 'support.next', 'enabled');
    await bring(crew, 'support.old', 'enabled');
    expect(await candidate('support.old')).toMatchObject({ deprecation: null });
    const words = { ...BECAUSE, sunset_at: '2030-01-31T01:00:00+01:00', successor: 'support.next' };
    const { body } = await step(crew.publisher, 'support.old', 'deprecated', words).expect(200);
    const deprecation = { reason: 'because', sunset_at: SUNSET, successor: 'support.next' };
    expect(body.deprecation).toEqual(deprecation);
    expect(await candidate('support.old')).toMatchObject({ deprecation });

    const { body: restored } = await step(crew.reviewer, 'support.old', 'enabled', BECAUSE).expect(
      200,
    );
    expect(restored.deprecation).toBeUndefined();
    expect(await candidate('support.old')).toMatchObject({ deprecation: null });
    const plain = await step(crew.publisher, 'support.old', 'deprecated', BECAUSE).expect(200);
    expect(plain.body.deprecation).toEqual({ ...BECAUSE, sunset_at: null, successor: null });
  });

  it('is served only while nothing enabled is', async () => {
    await bring(crew, 'support.pair', 'deprecated');
    await bring(crew, 'support.pair@1.0.1', 'enabled', manifestOf(title('Better')));
    expect(await candidate('support.pair')).toMatchObject({ version: '1.0.1', deprecation: null });
    await step(crew.publisher, 'support.pair@1.0.1', 'disabled', BECAUSE).expect(200);
    expect(await candidate('support.pair')).toMatchObject({
      version: '1.0.0',
      deprecation: BECAUSE,
    });
  });

  it('takes a version as successor, and none that is not there or no business of the caller', async () => {
    await bring(crew, 'support.named', 'enabled');
    const deprecate = (successor: string) =>
      step(crew.publisher, 'support.named', 'deprecated', { ...BECAUSE, successor });
    await register(crew.admin, 'crm.secret').expect(201);
    const answers = [];
    for (const unknown of ['support.none', 'support.named@9.0.0', 'not a tool', 'crm.secret']) {
      const refused = await deprecate(unknown).expect(422);
      expect(refused.body).toMatchObject({
        code: 'successor-unknown',
        errors: [{ pointer: '/successor' }],
      });
      answers.push(refused.body.detail.replace(unknown, '…'));
    }
    expect(new Set(answers).size).toBe(1);
    await deprecate('support.next@1.0.0+any').expect(200);
  });

  it('takes no successor that leads back to it, nor an end that has passed', async () => {
    await bring(crew, 'support.circle_a', 'enabled');
    await bring(crew, 'support.circle_b', 'enabled');
    const deprecate = (tool: string, words: object) =>
      step(crew.publisher, tool, 'deprecated', { ...BECAUSE, ...words });
    const circular = { errors: [{ pointer: '/successor', code: 'circular' }] };
    const itself = await deprecate('support.circle_a', { successor: 'support.circle_a@1.0.0+x' });
    expect(itself).toMatchObject({ status: 422, body: circular });
    await deprecate('support.circle_a', { successor: 'support.circle_b@1.0.0' }).expect(200);
    const mutual = await deprecate('support.circle_b', { successor: 'support.circle_a@1.0.0' });
    expect(mutual).toMatchObject({ status: 422, body: circular });
    const late = await deprecate('support.circle_b', { sunset_at: '2026-01-01T00:00:00Z' });
    expect(late.body.errors).toMatchObject([{ pointer: '/sunset_at', code: 'in-the-past' }]);
    // Retired, it sends nobody on any more.
    await step(crew.publisher, 'support.circle_a', 'disabled', BECAUSE).expect(200);
    await deprecate('support.circle_b', { successor: 'support.circle_a@1.0.0' }).expect(200);
    await step(crew.reviewer, 'support.circle_b', 'enabled', BECAUSE).expect(200);
    // The tool as a whole: whatever version of it is served.
    await deprecate('support.circle_b', { successor: 'support.circle_b' }).expect(200);
    expect((await eventsOf(app, 'support.circle_b')).at(-1)).toMatchObject({
      detail: { successor: 'support.circle_b', sunset_at: null },
    });
  });

  it('takes its words at no other step', async () => {
    await bring(crew, 'support.words', 'enabled');
    const sunset = { ...BECAUSE, sunset_at: SUNSET };
    const refused = await step(crew.publisher, 'support.words', 'disabled', sunset).expect(422);
    expect(refused.body.errors).toMatchObject([
      { pointer: '/sunset_at', code: 'not-for-this-step' },
    ]);
    const impossible = { ...BECAUSE, sunset_at: '2030-02-30T00:00:00Z' };
    await step(crew.publisher, 'support.words', 'deprecated', impossible).expect(400);
  });
});

describe('a retracted version', () => {
  it('is never reopened and never a baseline again', async () => {
    await bring(crew, 'support.leaked@1.0.0', 'enabled');
    await bring(crew, 'support.leaked@1.0.1', 'deprecated', manifestOf(title('Leaks')));
    const gone = { ...BECAUSE, retracted: true };
    const { body } = await step(crew.publisher, 'support.leaked@1.0.1', 'disabled', gone).expect(
      200,
    );
    expect(body).toMatchObject({ state: 'disabled', retracted: true });
    const closed = await step(crew.admin, 'support.leaked@1.0.1', 'draft', BECAUSE).expect(422);
    expect(closed.body).toMatchObject({
      allowed: [],
      detail: expect.stringContaining('retracted'),
    });
    const next = await register(
      crew.publisher,
      'support.leaked',
      '1.0.2',
      manifestOf(title('Tight')),
    ).expect(201);
    expect(next.body.check.baseline).toBe('1.0.0');
    expect((await eventsOf(app, 'support.leaked')).at(-2)).toMatchObject({
      action: 'version.retired',
      detail: { retracted: true },
    });
  });

  it('is retracted on its way out and at no other step', async () => {
    await bring(crew, 'support.kept', 'enabled');
    const retracted = { ...BECAUSE, retracted: true };
    await step(crew.publisher, 'support.kept', 'deprecated', retracted).expect(422);
    await step(crew.publisher, 'support.kept', 'disabled', retracted).expect(200);
  });
});

describe('a reopened version', () => {
  it('keeps the content it was enabled with for ever, and goes the whole way again', async () => {
    await bring(crew, 'support.again', 'disabled');
    await step(crew.admin, 'support.again', 'draft', BECAUSE).expect(200);
    const frozen = await register(
      crew.publisher,
      'support.again',
      '1.0.0',
      firstManifestOf(title('Other')),
    ).expect(409);
    expect(frozen.body.code).toBe('version-frozen');
    const same = await register(crew.publisher, 'support.again').expect(200);
    expect(same.body).toMatchObject({ outcome: 'unchanged', drift: [] });
    await crew.publisher.delete(versionPath('support.again')).expect(409);
    await step(crew.publisher, 'support.again', 'review').expect(200);
    await step(crew.publisher, 'support.again', 'staging').expect(403);
    await step(crew.reviewer, 'support.again', 'staging').expect(200);
    // The evidence is for the same content, so it still stands.
    await step(crew.reviewer, 'support.again', 'enabled').expect(200);
    expect(await isServable(app, 'support.again')).toBe(true);
  });

  it('may be replaced where it was never enabled, and its approvals are gone', async () => {
    await bring(crew, 'support.early', 'staging');
    await step(crew.publisher, 'support.early', 'disabled', BECAUSE).expect(200);
    await register(crew.publisher, 'support.early', '1.0.0', manifestOf(title('No'))).expect(409);
    await step(crew.admin, 'support.early', 'draft', BECAUSE).expect(200);
    const replaced = await register(
      crew.publisher,
      'support.early',
      '1.0.0',
      manifestOf(title('Yes')),
    ).expect(200);
    expect(replaced.body).toMatchObject({ replaced: true, approvals: { have: 0 } });
  });
});

describe('a draft', () => {
  it('is deleted only where it was never submitted', async () => {
    await bring(crew, 'support.gone', 'draft');
    await crew.reviewer.delete(versionPath('support.gone')).expect(403);
    await crew.publisher.delete(versionPath('support.gone')).expect(204);
    await bring(crew, 'support.sent', 'review');
    await step(crew.reviewer, 'support.sent', 'draft', BECAUSE).expect(200);
    const refused = await crew.publisher.delete(versionPath('support.sent')).expect(409);
    expect(refused.body.code).toBe('version-not-deletable');
  });
});

describe('a command', () => {
  it('names its version by number, since `latest` moves, while GET takes `latest`', async () => {
    await bring(crew, 'support.moving', 'enabled');
    await bring(crew, 'support.moving@1.0.1', 'enabled', manifestOf(title('Later')));
    const latest = versionPath('support.moving@latest');
    const waiver = { gate: 'tests', ...BECAUSE, expires_at: inDays(30) };
    await step(crew.admin, 'support.moving@latest', 'disabled', BECAUSE).expect(404);
    await crew.publisher.post(`${latest}/evidence`).send(run('test')).expect(404);
    await crew.reviewer.post(`${latest}/waivers`).send(waiver).expect(404);
    await crew.publisher.put(`${latest}/rollout`).send({ percent: 1 }).expect(404);
    await crew.publisher.delete(latest).expect(404);
    const read = await crew.admin.get(latest).expect(200);
    expect(read.body).toMatchObject({ version: '1.0.1', state: 'enabled' });
  });
});

describe('a rollout', () => {
  const roll = (tool: string, rollout: object, caller = crew.publisher) =>
    caller.put(`${versionPath(tool)}/rollout`).send(rollout);

  it('is set while the version is enabled, and keeps its salt until another is given', async () => {
    await bring(crew, 'support.rolled', 'enabled');
    const salted = await roll('support.rolled', { percent: 0, salt: 'a' }).expect(200);
    expect(salted.body.rollout).toEqual({ percent: 0, salt: 'a' });
    expect(await candidate('support.rolled')).toBeUndefined();
    const all = await roll('support.rolled', { percent: 100 }).expect(200);
    expect(all.body.rollout).toEqual({ percent: 100, salt: 'a' });
    expect(await candidate('support.rolled')).toBeDefined();
    expect((await eventsOf(app, 'support.rolled')).at(-1)).toMatchObject({
      action: 'version.rollout-set',
      before: all.body.contract_digest,
      detail: { percent: 100 },
    });
  });

  it('moves `updated_at` of the tool, and so do evidence and a waiver', async () => {
    await bring(crew, 'support.seen', 'enabled');
    const path = versionPath('support.seen');
    const changed = async (command: () => PromiseLike<unknown>): Promise<boolean> => {
      await app.database.query("UPDATE tool SET updated_at = 'epoch'");
      await command();
      const { body } = await crew.admin.get('/v1/tools/support.seen').expect(200);
      return Date.parse(body.updated_at) > 0;
    };
    const waiver = { gate: 'tests', ...BECAUSE, expires_at: inDays(30) };
    expect([
      await changed(() => roll('support.seen', { percent: 10 }).expect(200)),
      await changed(() => crew.publisher.post(`${path}/evidence`).send(run('test')).expect(201)),
      await changed(() => crew.reviewer.post(`${path}/waivers`).send(waiver).expect(201)),
    ]).toEqual([true, true, true]);
  });

  it.each(['draft', 'review', 'staging', 'deprecated', 'disabled'] as const)(
    'is refused in %s',
    async (state) => {
      await bring(crew, `support.not_${state}`, state);
      const refused = await roll(`support.not_${state}`, { percent: 10 }).expect(422);
      expect(refused.body.code).toBe('not-enabled');
    },
  );

  it('is a whole percent, by a publisher or admin', async () => {
    for (const percent of [-1, 101, 0.5, '10', null]) {
      await roll('support.rolled', { percent }).expect(400);
    }
    await roll('support.rolled', { percent: 10 }, crew.reviewer).expect(403);
    await roll('support.rolled', { percent: 10 }, crew.admin).expect(200);
    await crew.admin
      .put(`${pathOf('support.none', '1.0.0')}/rollout`)
      .send({ percent: 1 })
      .expect(404);
  });

  it('does not hinder the release of a later version by itself', async () => {
    await bring(crew, 'support.rolled@1.0.1', 'staging', manifestOf(title('Later')));
    await step(crew.reviewer, 'support.rolled@1.0.1', 'enabled', EVIDENCE).expect(200);
    expect(await candidate('support.rolled')).toMatchObject({ version: '1.0.1' });
  });
});
