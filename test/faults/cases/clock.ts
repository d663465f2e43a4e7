import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir } from '../../support/service-process.js';
import { startReceiver } from '../../support/webhook-receiver.js';
import { call, Ledger, registerOnce } from '../catalog-load.js';
import type { FaultCase, Report } from '../fault-case.js';
import { FaultPostgres } from '../fault-postgres.js';
import { RunningService } from '../running-service.js';
import { underLoad, type Scene } from '../scene.js';

const HOUR_MS = 3_600_000;
const JUMPS = [
  ['a day ahead', 24 * HOUR_MS],
  ['a day back', -24 * HOUR_MS],
  ['three years ahead', 26_280 * HOUR_MS],
  ['to where it was', 0],
] as const;

/** Loaded into the service before anything else: its `Date` is as far off as the file says. */
const shiftedBy = (file: string): string => {
  const code = `import { readFileSync } from 'node:fs';
    const Real = Date;
    let offset = 0;
    setInterval(() => { offset = Number(readFileSync(${JSON.stringify(file)}, 'utf8')); }, 10).unref();
    globalThis.Date = class Date extends Real {
      constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() + offset); }
      static now() { return Real.now() + offset; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
};

const statusWith = async ({ service }: Scene, token: string): Promise<number> => {
  const answer = await fetch(`${service.address}/v1/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.arrayBuffer();
  return answer.status;
};

const makeKey = async ({ service }: Scene): Promise<string> => {
  const answer = await call(service.address, '/v1/api-keys', 'POST', {
    subject: 'short-lived',
    kind: 'person',
    permissions: ['read'],
    expires_at: new Date(Date.now() + HOUR_MS).toISOString(),
  });
  return ((await answer.json()) as { token: string }).token;
};

const jump = async (report: Report): Promise<void> => {
  const folder = await makeDataDir();
  const file = join(folder.path, 'offset');
  writeFileSync(file, '0');
  const begun = Date.now();
  try {
    await underLoad(
      report,
      async (scene) => {
        const token = await makeKey(scene);
        for (const [name, ms] of JUMPS) {
          writeFileSync(file, String(ms));
          await sleep(100);
          await scene.acknowledged(30);
          const status = await statusWith(scene, token);
          const due = ms > HOUR_MS ? 401 : 200;
          report.holds(status === due, `${name}: goes on; a key of one hour is answered ${status}`);
        }
        const [times] = (await scene.server.query(
          'SELECT min(at) AS first, max(at) AS last FROM audit_event',
        )) as { first: Date; last: Date }[];
        const isTrue =
          times !== undefined &&
          times.first.getTime() >= begun - HOUR_MS &&
          times.last.getTime() <= Date.now() + HOUR_MS;
        report.holds(isTrue, 'the audit trail has the time of the database throughout');
      },
      { env: { NODE_OPTIONS: shiftedBy(file) } },
    );
    report.say(
      `the clock of the service jumped ${JUMPS.length} times; that of Postgres was left alone`,
    );
  } finally {
    await folder.remove();
  }
};

/** As if the clock of the server had been two days ahead, and was put right while nobody looked. */
const PUT_BACK = [
  `UPDATE webhook SET claim = 'of one that died', claimed_until = now() + interval '2 days',
     next_attempt_at = now() + interval '2 days'`,
  `UPDATE rate_bucket SET tokens = -capacity, updated_at = now() + interval '2 days'`,
  `UPDATE idempotent_answer SET status = NULL, headers = NULL, body = NULL,
     locked_until = now() + interval '2 days', created_at = now() + interval '2 days'`,
];

const PATIENCE_MS = 60_000;

const soon = async (isSo: () => Promise<boolean>): Promise<boolean> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    if (await isSo()) return true;
    await sleep(200);
  }
  return false;
};

const putBack = async (report: Report): Promise<void> => {
  const [folder, dataDir] = [await makeDataDir(), await makeDataDir()];
  const [server, receiver] = [await FaultPostgres.create(folder.path), await startReceiver()];
  try {
    const service = await RunningService.start(dataDir.path, {
      DATABASE_URL: server.url(),
      QM_WEBHOOK_NETWORKS: '127.0.0.0/8',
      QM_RATE_LIMIT_READS: '20/s',
    });
    const { address } = service;
    const makeWebhook = async (): Promise<number> => {
      const body = { url: receiver.url, namespaces: ['clock'] };
      const key = { 'idempotency-key': 'the-same' };
      return (await call(address, '/v1/webhooks', 'POST', body, key)).status;
    };
    const me = async (): Promise<number> => (await call(address, '/v1/me')).status;
    await makeWebhook();
    await me();
    await registerOnce(address, 'clock.before', new Ledger());
    await receiver.count(1);
    await service.stop();
    for (const sql of PUT_BACK) await server.query(sql);
    await service.again();

    const { length } = receiver.messages;
    await registerOnce(address, 'clock.after', new Ledger());
    const isTold = await soon(async () => receiver.messages.length > length);
    report.holds(isTold, 'a webhook that was claimed for days goes on');
    await me();
    await sleep(1_000);
    report.holds(await soon(async () => (await me()) === 200), 'a key that was overdrawn may ask');
    report.holds((await makeWebhook()) === 201, 'a request that had not ended may be repeated');
    report.holds((await service.stop()) === 0, 'it stops in good order afterwards');
  } finally {
    await receiver.close();
    await server.remove();
    await Promise.all([folder.remove(), dataDir.remove()]);
  }
};

export const CLOCK_CASES: readonly FaultCase[] = [
  { name: 'clock-jumps', about: 'the clock of the service jumps ahead and back', run: jump },
  {
    name: 'clock-put-back',
    about: 'the clock of the database is put back by two days',
    run: putBack,
  },
];
