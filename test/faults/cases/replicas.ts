import { makeDataDir, ServiceProcess } from '../../support/service-process.js';
import type { FaultCase, Report } from '../fault-case.js';
import { FaultPostgres } from '../fault-postgres.js';

const ROUNDS = 5;
const REPLICAS = 3;

/** Replicas that start in one moment on a database without a table. */
const migrateAtOnce = async (report: Report): Promise<void> => {
  const [folder, dataDir] = [await makeDataDir(), await makeDataDir()];
  const server = await FaultPostgres.create(folder.path);
  try {
    let [ready, keys, wrong] = [0, 0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `round_${round}`;
      await server.query(`CREATE DATABASE ${name}`);
      const replicas = Array.from({ length: REPLICAS }, () =>
        ServiceProcess.start({ dataDir: dataDir.path, env: { DATABASE_URL: server.url(name) } }),
      );
      const started = await Promise.allSettled(replicas.map((each) => each.address()));
      ready += started.filter(({ status }) => status === 'fulfilled').length;
      keys += replicas.filter(({ adminKey }) => adminKey !== undefined).length;
      const rows = (await server.queryIn(
        name,
        `SELECT migration_name, count(*)::int AS times, bool_and(finished_at IS NOT NULL) AS finished
         FROM _prisma_migrations GROUP BY 1`,
      )) as { times: number; finished: boolean }[];
      wrong += rows.filter(({ times, finished }) => times !== 1 || !finished).length;
      if (rows.length === 0) wrong += 1;
      for (const each of replicas) {
        if (each.isRunning) each.signal('SIGTERM');
        else report.say(`one ended: ${each.complaints.join(' ')}`);
      }
      await Promise.all(replicas.map(({ ended }) => ended));
    }
    report.say(`${REPLICAS} replicas at the same moment, ${ROUNDS} times on an empty database`);
    report.holds(ready === REPLICAS * ROUNDS, `${ready} of ${REPLICAS * ROUNDS} became ready`);
    report.holds(wrong === 0, `each migration was applied once and finished; ${wrong} were not`);
    report.holds(keys === ROUNDS, `one admin key each time: ${keys}`);
  } finally {
    await server.remove();
    await folder.remove();
    await dataDir.remove();
  }
};

export const REPLICA_CASES: readonly FaultCase[] = [
  {
    name: 'migrate-at-once',
    about: 'replicas that migrate the same empty database at the same moment',
    run: migrateAtOnce,
  },
];
