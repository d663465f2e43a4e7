import { setTimeout as sleep } from 'node:timers/promises';
import { holderOf, makeDataDir, postmasterOf } from '../../support/service-process.js';
import { checkBooks, lostOf } from '../bookkeeping.js';
import { Ledger, registerAll, registerOnce, toolIds } from '../catalog-load.js';
import type { FaultCase, Report } from '../fault-case.js';
import { familyOf, FaultPostgres } from '../fault-postgres.js';
import { embeddedUrl } from '../embedded-url.js';
import { RunningService } from '../running-service.js';

const REGISTRATIONS = 1_000;
const KILLS = 5;

type Kill = (service: RunningService) => Promise<string>;

const killService: Kill = async (service) => {
  await service.kill();
  await service.again();
  return 'the service';
};

/** Postgres alone: the service stays, and starts it again by itself. */
const killPostgres: Kill = async (service) => {
  const pids = familyOf((await postmasterOf(service.dataDir)) ?? 0);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await service.untilServed();
  return `postgres (${pids.length} processes)`;
};

const killBoth: Kill = async (service) => {
  const pids = familyOf((await postmasterOf(service.dataDir)) ?? 0);
  for (const pid of [...pids, await holderOf(service.dataDir)]) process.kill(pid, 'SIGKILL');
  await service.running.ended;
  await service.again();
  return `the service and postgres (${pids.length + 1} processes)`;
};

const inTheMiddle =
  (kill: Kill) =>
  async (report: Report): Promise<void> => {
    const dataDir = await makeDataDir();
    try {
      const service = await RunningService.start(dataDir.path);
      const ledger = new Ledger();
      const work = registerAll(service.address, toolIds('kept', REGISTRATIONS), ledger);
      for (let times = 1; times <= KILLS; times += 1) {
        const from = ledger.acknowledged.size;
        const due = Math.floor((REGISTRATIONS * times) / (KILLS + 1));
        while (ledger.acknowledged.size < due) await sleep(2);
        const killed = await kill(service);
        report.say(
          `kill -9 of ${killed} after ${due} registrations (${due - from} since the last)`,
        );
      }
      await work;
      await checkBooks(report, await embeddedUrl(dataDir.path), service.address, ledger);
      report.say(`killed ${KILLS} times, started ${service.starts} times without a hand`);
      report.holds((await service.stop()) === 0, 'it stops in good order afterwards');
    } finally {
      await dataDir.remove();
    }
  };

/** That the books can show a loss: with acknowledgements ahead of the disk there must be one. */
const control = async (report: Report): Promise<void> => {
  const [folder, dataDir] = [await makeDataDir(), await makeDataDir()];
  const server = await FaultPostgres.create(folder.path, [
    'synchronous_commit=off',
    'wal_writer_delay=10s',
    'wal_buffers=16MB',
  ]);
  try {
    const service = await RunningService.start(dataDir.path, { DATABASE_URL: server.url() });
    const ledger = new Ledger();
    for (const toolId of toolIds('kept', 100)) await registerOnce(service.address, toolId, ledger);
    await server.killAll();
    await server.start();
    const lost = await lostOf(server.url(), ledger);
    report.say(`kill -9 of postgres, once, after ${ledger.acknowledged.size} registrations`);
    report.holds(
      lost.length > 0,
      `with synchronous_commit=off ${lost.length} are lost, and it shows`,
    );
    await service.stop();
  } finally {
    await server.remove();
    await folder.remove();
    await dataDir.remove();
  }
};

export const KILL_CASES: readonly FaultCase[] = [
  {
    name: 'kill-service',
    about: 'kill -9 of the service in the middle of 1,000 registrations',
    run: inTheMiddle(killService),
  },
  {
    name: 'kill-postgres',
    about: 'kill -9 of the postmaster and its backends in the middle of 1,000 registrations',
    run: inTheMiddle(killPostgres),
  },
  {
    name: 'kill-both',
    about: 'kill -9 of both at once in the middle of 1,000 registrations',
    run: inTheMiddle(killBoth),
  },
  {
    name: 'control',
    about: 'the same with synchronous_commit=off, where something has to be lost',
    run: control,
  },
];
