import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { FaultCase, Report } from '../fault-case.js';
import {
  backWithinASecond,
  statusesOf,
  underLoad,
  type Scene,
  type SceneOptions,
} from '../scene.js';

/** What is done to the database, for how long, and what the service answers meanwhile. */
interface Outage {
  readonly name: string;
  readonly about: string;
  readonly lastsMs: number;
  /** Hurts the server, and returns what heals it. */
  readonly hurt: (scene: Scene) => Promise<() => Promise<void>>;
  /** What these paths answer while it lasts. */
  readonly meanwhile: Readonly<Record<string, number>>;
  readonly options?: SceneOptions;
}

const OUTAGES: readonly Outage[] = [
  {
    name: 'database-stopped',
    about: 'Postgres is stopped for three seconds and started again',
    lastsMs: 3_000,
    hurt: async ({ server }) => {
      await server.stop();
      return () => server.start();
    },
    meanwhile: { '/livez': 200, '/readyz': 503, '/v1/me': 503 },
  },
  {
    name: 'database-frozen',
    about: 'Postgres neither answers nor refuses for 25 seconds, in the middle of transactions',
    lastsMs: 25_000,
    hurt: async ({ server }) => {
      const thaw = server.freeze();
      return async () => thaw();
    },
    meanwhile: { '/livez': 200, '/readyz': 503, '/v1/me': 503 },
  },
  {
    name: 'database-slow',
    about: 'each change waits in pg_sleep until its time is over',
    lastsMs: 14_000,
    hurt: async ({ server }) => {
      const body = (sleeps: string): string =>
        `CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN ${sleeps} RETURN NEW; END $$`;
      await server.query(body('PERFORM pg_sleep(30);'));
      await server.query(
        'CREATE TRIGGER slow BEFORE INSERT ON tool FOR EACH ROW EXECUTE FUNCTION slow()',
      );
      // Those that sleep already are ended too.
      return async () => {
        await server.query(body(''));
        await server.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                            WHERE application_name LIKE 'quartermaster%' AND state = 'active'`);
      };
    },
    meanwhile: { '/livez': 200, '/readyz': 200, '/v1/me': 200 },
  },
  {
    name: 'database-locked',
    about: 'somebody holds the row that all changes need for eight seconds',
    lastsMs: 8_000,
    hurt: async ({ server }) => {
      const holder = await server.holding('BEGIN');
      await holder.query('SELECT FROM catalog_head FOR UPDATE');
      return () => holder.end();
    },
    meanwhile: { '/livez': 200, '/readyz': 200, '/v1/me': 200 },
  },
  {
    name: 'database-full',
    about: 'others take all connections that Postgres has, for four seconds',
    lastsMs: 4_000,
    options: { settings: ['max_connections=30'] },
    hurt: async (scene) => {
      const takers = await takeAll(scene);
      return async () => {
        await Promise.all(takers.map((taker) => taker.end()));
      };
    },
    meanwhile: { '/livez': 200, '/readyz': 503, '/v1/me': 503 },
  },
  {
    name: 'database-read-only',
    about: 'Postgres takes no change for four seconds, as a standby does',
    lastsMs: 4_000,
    hurt: async ({ server }) => {
      await server.query('ALTER SYSTEM SET default_transaction_read_only = on');
      await server.query('SELECT pg_reload_conf()');
      return async () => {
        await server.query('ALTER SYSTEM RESET default_transaction_read_only');
        await server.query('SELECT pg_reload_conf()');
      };
    },
    meanwhile: { '/livez': 200, '/v1/me': 200 },
  },
];

/** Every free connection, and those of the service as they are thrown out. */
const takeAll = async ({ server }: Scene): Promise<pg.Client[]> => {
  const takers = [await server.holding('SELECT 1')];
  for (let rounds = 0; rounds < 40; rounds += 1) {
    try {
      for (;;) takers.push(await server.holding('SELECT 1'));
    } catch {
      const { rowCount } = (await takers[0]?.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'quartermaster%'`,
      )) ?? { rowCount: 0 };
      if (rowCount === 0) break;
    }
  }
  return takers;
};

const caseOf = ({ name, about, lastsMs, hurt, meanwhile, options }: Outage): FaultCase => ({
  name,
  about,
  run: (report) =>
    underLoad(
      report,
      async (scene) => {
        const before = scene.ledger.acknowledged.size;
        const heal = await hurt(scene);
        const begun = performance.now();
        const found = await statusesOf(scene, Object.keys(meanwhile));
        const isSo = Object.entries(meanwhile).every(([path, status]) => found[path] === status);
        report.holds(isSo, `meanwhile: ${JSON.stringify(found)}`);
        await sleep(Math.max(0, lastsMs - (performance.now() - begun)));
        report.say(`hurt once, after ${before} registrations, for ${lastsMs / 1_000} s`);
        await heal();
        await backWithinASecond(scene, report);
      },
      options,
    ),
});

const resets = async (report: Report): Promise<void> =>
  underLoad(report, async (scene) => {
    let ended = 0;
    for (let times = 0; times < 30; times += 1) {
      const rows = await scene.server.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'quartermaster%'`,
      );
      ended += rows.length;
      await sleep(100);
    }
    report.say(`30 times, ${ended} connections were reset in all`);
    await backWithinASecond(scene, report);
  });

export const DATABASE_CASES: readonly FaultCase[] = [
  ...OUTAGES.map(caseOf),
  {
    name: 'connections-reset',
    about: 'all connections are ended ten times a second, as while a server fails over',
    run: resets,
  },
];
