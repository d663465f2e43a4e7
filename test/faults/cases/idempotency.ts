import { setTimeout as sleep } from 'node:timers/promises';
import { firstManifestOf } from '../../support/catalog.js';
import { makeDataDir } from '../../support/service-process.js';
import { call } from '../catalog-load.js';
import type { FaultCase, Report } from '../fault-case.js';
import { FaultPostgres } from '../fault-postgres.js';
import { RunningService } from '../running-service.js';

const KILLS = 5;
const AT_ONCE = 20;

interface Stage {
  readonly server: FaultPostgres;
  readonly service: RunningService;
  readonly report: Report;
}

interface Answer {
  readonly status: number;
  readonly isReplayed: boolean;
  readonly body: { readonly code?: string; readonly detail?: string };
}

const post = async ({ service }: Stage, key: string, toolId: string): Promise<Answer | null> => {
  const items = [{ tool_id: toolId, version: '1.0.0', manifest: firstManifestOf() }];
  try {
    const answer = await call(
      service.address,
      '/v1/registrations',
      'POST',
      { items },
      {
        'idempotency-key': key,
      },
    );
    return {
      status: answer.status,
      isReplayed: answer.headers.get('idempotent-replayed') === 'true',
      body: (await answer.json()) as Answer['body'],
    };
  } catch {
    return null;
  }
};

/** How often the registration took effect, by the trail that nobody can rewrite. */
const effectsOf = async ({ server }: Stage, toolId: string): Promise<number> =>
  (
    (await server.query(
      `SELECT count(*)::int AS n FROM audit_event WHERE tool_id = '${toolId}' AND action = 'version.registered'`,
    )) as { n: number }[]
  )[0]?.n ?? -1;

/** Makes statements of one kind hang, so that the kill meets the request at exactly this point. */
const hangAt = async (
  { server }: Stage,
  table: string,
  when: string,
): Promise<{ reached: () => Promise<void>; remove: () => Promise<void> }> => {
  await server.query(`CREATE OR REPLACE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$`);
  await server.query(`CREATE TRIGGER hang BEFORE ${when} EXECUTE FUNCTION hang()`);
  const gate = await server.holding('SELECT pg_advisory_lock(4711)');
  return {
    reached: async () => {
      for (;;) {
        const rows = await server.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`,
        );
        if (rows.length > 0) return;
        await sleep(20);
      }
    },
    remove: async () => {
      // The server does not know that its client is gone, and would go on once the gate opens.
      await server.query(`SELECT pg_terminate_backend(pid) FROM pg_locks
                          WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`);
      await gate.end();
      await server.query(`DROP TRIGGER hang ON ${table}`);
    },
  };
};

const KEPT = 'UPDATE ON idempotent_answer FOR EACH ROW WHEN (NEW.status IS NOT NULL)';

/** The commit is made and the answer is not yet kept, let alone sent. */
const afterCommit = async (stage: Stage): Promise<void> => {
  const { report, service } = stage;
  let [told, twice] = [0, 0];
  for (let times = 0; times < KILLS; times += 1) {
    const [key, toolId] = [`after-${times}`, `after.tool_${times}`];
    const hang = await hangAt(stage, 'idempotent_answer', KEPT);
    const first = post(stage, key, toolId);
    await hang.reached();
    await service.kill();
    await first;
    await hang.remove();
    await service.again();
    const again = await post(stage, key, toolId);
    if (again?.status === 409 && /took effect/.test(again.body.detail ?? '')) told += 1;
    if ((await effectsOf(stage, toolId)) !== 1) twice += 1;
  }
  report.say(`kill -9 of the service between commit and answer, ${KILLS} times`);
  report.holds(told === KILLS, `${told} of ${KILLS} repeats were told (409) that it took effect`);
  report.holds(twice === 0, `${twice} took effect never or twice`);
};

/** Nothing is committed, so the repeat has to do it. */
const beforeCommit = async (stage: Stage): Promise<void> => {
  const { report, server, service } = stage;
  let [busy, done, wrong] = [0, 0, 0];
  for (let times = 0; times < KILLS; times += 1) {
    const [key, toolId] = [`before-${times}`, `before.tool_${times}`];
    const hang = await hangAt(stage, 'audit_event', 'INSERT ON audit_event FOR EACH ROW');
    const first = post(stage, key, toolId);
    await hang.reached();
    await service.kill();
    await first;
    await hang.remove();
    await service.again();
    if ((await post(stage, key, toolId))?.status === 409) busy += 1;
    // Two minutes later, when the first is no longer taken to be alive.
    await server.query(`UPDATE idempotent_answer SET locked_until = now() WHERE key = '${key}'`);
    if ((await post(stage, key, toolId))?.status === 200) done += 1;
    if ((await effectsOf(stage, toolId)) !== 1) wrong += 1;
  }
  report.say(`kill -9 of the service before the commit, ${KILLS} times`);
  report.holds(busy === KILLS, `${busy} of ${KILLS} repeats were told (409) to wait`);
  report.holds(done === KILLS, `${done} of ${KILLS} did it after the wait`);
  report.holds(wrong === 0, `${wrong} took effect never or twice`);
};

const atOnce = async (stage: Stage): Promise<void> => {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => post(stage, 'at-once', 'once.tool')),
  );
  const by = (wanted: (answer: Answer) => boolean): number =>
    answers.filter((answer) => answer !== null && wanted(answer)).length;
  const first = by(({ status, isReplayed }) => status === 200 && !isReplayed);
  const replayed = by(({ status, isReplayed }) => status === 200 && isReplayed);
  const busy = by(({ status }) => status === 409);
  stage.report.say(
    `${AT_ONCE} at once: ${first} did it, ${replayed} repeated its answer, ${busy} × 409`,
  );
  stage.report.holds(first === 1 && replayed + busy === AT_ONCE - 1, 'one did it, none failed');
  stage.report.holds((await effectsOf(stage, 'once.tool')) === 1, 'it took effect once');
};

const run = async (report: Report): Promise<void> => {
  const [folder, dataDir] = [await makeDataDir(), await makeDataDir()];
  const server = await FaultPostgres.create(folder.path);
  try {
    const service = await RunningService.start(dataDir.path, { DATABASE_URL: server.url() });
    const stage = { server, service, report };
    await atOnce(stage);
    await afterCommit(stage);
    await beforeCommit(stage);
    await service.stop();
  } finally {
    await server.remove();
    await folder.remove();
    await dataDir.remove();
  }
};

export const IDEMPOTENCY_CASES: readonly FaultCase[] = [
  {
    name: 'idempotency-key',
    about: 'the same Idempotency-Key at once, and again after kill -9 around the commit',
    run,
  },
];
