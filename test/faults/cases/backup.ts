import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverUser } from '../../../apps/api/src/database/embedded/server-user.js';
import { makeDataDir } from '../../support/service-process.js';
import { checkBooks, withClient } from '../bookkeeping.js';
import { call, Ledger, registerOnce } from '../catalog-load.js';
import type { FaultCase, Report } from '../fault-case.js';
import { FaultPostgres } from '../fault-postgres.js';
import { RunningService } from '../running-service.js';
import { underLoad, type Scene } from '../scene.js';
import { newCluster, pgTools, type PgTools } from './pg-tools.js';

const run = promisify(execFile);

/** What was acknowledged so far, as a ledger that no client writes on. */
const frozen = (ledger: Ledger): Ledger => {
  const copy = new Ledger();
  for (const [toolId, digest] of ledger.acknowledged) copy.acknowledged.set(toolId, digest);
  return copy;
};

/** A service on the restored server: what was acknowledged is there, and work goes on. */
const judgeRestored = async (
  report: Report,
  server: FaultPostgres,
  wanted: Ledger,
  absent: string,
): Promise<void> => {
  const dataDir = await makeDataDir();
  try {
    const service = await RunningService.start(dataDir.path, { DATABASE_URL: server.url() });
    await checkBooks(report, server.url(), service.address, wanted);
    const later = await call(service.address, `/v1/tools/${absent}`);
    await later.arrayBuffer();
    report.holds(later.status === 404, 'what came after the backup is not there');
    const roles = await server.query(`SELECT 1 FROM pg_roles WHERE rolname = 'quartermaster_app'`);
    report.holds(roles.length === 1, 'the role of the service is there');
    const again = new Ledger();
    await registerOnce(service.address, absent, again);
    report.holds(again.acknowledged.size === 1, 'work goes on: it is registered again');
    report.holds((await service.stop()) === 0, 'it stops in good order');
  } finally {
    await dataDir.remove();
  }
};

const registerLate = async ({ service, ledger }: Scene, toolId: string): Promise<void> => {
  while (!(await registerOnce(service.address, toolId, ledger)));
};

/** The files of a running server, as `pg_basebackup` takes them, which the package does not bring. */
const baseBackup = async (server: FaultPostgres, to: string): Promise<void> => {
  await withClient(server.url(), async (client) => {
    await client.query(`SELECT pg_backup_start('base', true)`);
    await run('cp', ['-a', join(server.dataDir, 'postgres'), to]).catch((error: Error) => {
      // A table that is dropped, or a temporary file: the log knows of them what is to be known.
      const complaints = error.message.split('\n').filter((line) => line.startsWith('cp: '));
      if (complaints.some((line) => !line.includes('No such file'))) throw error;
    });
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(true)',
    );
    const cluster = join(to, 'postgres');
    const log = join(cluster, 'pg_wal');
    await rm(join(cluster, 'postmaster.pid'), { force: true });
    for (const name of await readdir(log)) {
      if (/^[0-9A-F]{24}/.test(name)) await rm(join(log, name));
    }
    await writeOwned(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeOwned(join(cluster, 'recovery.signal'), '');
  });
};

const writeOwned = async (path: string, text: string): Promise<void> => {
  await writeFile(path, text, { mode: 0o600 });
  const user = await serverUser();
  if (user !== undefined) await chown(path, user.uid, user.gid);
};

const pointInTime = async (report: Report): Promise<void> => {
  const [archive, restored] = [await makeDataDir(), await makeDataDir()];
  const folder = join(archive.path, 'wal');
  const user = await serverUser();
  await run('chmod', ['711', archive.path]);
  await mkdir(folder);
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  let target: { time: string; wanted: Ledger; password: string } | undefined;
  try {
    const play = async (scene: Scene): Promise<void> => {
      await baseBackup(scene.server, restored.path);
      report.say(`base backup under load, after ${scene.ledger.acknowledged.size} registrations`);
      await scene.acknowledged(50);
      const wanted = frozen(scene.ledger);
      const [now] = (await scene.server.query('SELECT clock_timestamp()::text AS time')) as [
        { time: string },
      ];
      target = { time: now.time, wanted, password: scene.server.password };
      await registerLate(scene, 'late.tool');
      await scene.server.query('SELECT pg_switch_wal()');
      await scene.acknowledged(20);
    };
    await underLoad(report, play, {
      settings: ['archive_mode=on', `archive_command=test ! -f ${folder}/%f && cp %p ${folder}/%f`],
    });
    if (target === undefined) throw new Error('no point in time was noted');
    report.say(
      `recovered to ${target.time}, from ${(await readdir(folder)).length} archived files`,
    );
    const server = await FaultPostgres.open(restored.path, {
      password: target.password,
      settings: [
        `restore_command=cp ${folder}/%f %p`,
        `recovery_target_time=${target.time}`,
        'recovery_target_action=promote',
        'hot_standby=off',
      ],
    });
    await judgeRestored(report, server, target.wanted, 'late.tool');
    await server.stop();
  } finally {
    await restored.remove();
    await archive.remove();
  }
};

/** A server of the release of the machine's own `pg_dump`, which refuses newer ones. */
const dump = async (report: Report): Promise<void> => {
  const tools = await pgTools();
  if (tools === undefined) throw new Error('the tools were here a moment ago');
  const [from, to, dataDir] = [await makeDataDir(), await makeDataDir(), await makeDataDir()];
  try {
    const server = await newCluster(from.path, tools);
    const service = await RunningService.start(dataDir.path, { DATABASE_URL: server.url() });
    const ledger = new Ledger();
    const file = join(dataDir.path, 'catalog.dump');
    let isOver = false;
    let next = 0;
    const client = async (): Promise<void> => {
      while (!isOver) await registerOnce(service.address, `kept.tool_${next++}`, ledger);
    };
    const load = Promise.all([client(), client(), client()]);
    while (ledger.acknowledged.size < 50) await registerOnce(service.address, 'kept.one', ledger);
    const wanted = frozen(ledger);
    const dumping = run(tools.dump, ['--format=custom', `--file=${file}`, server.url()]);
    await dumping.finally(() => (isOver = true));
    await load;
    await registerOnce(service.address, 'late.tool', ledger);
    report.say(
      `dumped under load: ${wanted.acknowledged.size} registrations before it, ${ledger.acknowledged.size} in all`,
    );
    await service.stop();
    await server.stop();
    await restore(report, { tools, folder: to.path, file, wanted });
  } finally {
    for (const folder of [from, to, dataDir]) await folder.remove();
  }
};

interface Restoration {
  readonly tools: PgTools;
  readonly folder: string;
  readonly file: string;
  readonly wanted: Ledger;
}

const restore = async (report: Report, given: Restoration): Promise<void> => {
  const { tools, folder, file, wanted } = given;
  const server = await newCluster(folder, tools);
  // Roles belong to the cluster, and are in no dump of a database.
  await server.query('CREATE ROLE quartermaster_app NOLOGIN');
  await run(tools.restore, [
    ...['--no-owner', '--exit-on-error', '--single-transaction'],
    ...[`--dbname=${server.url()}`, file],
  ]);
  await judgeRestored(report, server, wanted, 'late.tool');
  await server.stop();
};

export const BACKUP_CASES: readonly FaultCase[] = [
  {
    name: 'dump',
    about: 'pg_dump under load, restored into a new cluster',
    impossible: async () =>
      (await pgTools()) === undefined
        ? 'there is no PostgreSQL 15 or newer with pg_dump, pg_restore and its server'
        : undefined,
    run: dump,
  },
  {
    name: 'point-in-time',
    about:
      'a base backup under load and archived WAL, recovered to a moment between two registrations',
    run: pointInTime,
  },
];
