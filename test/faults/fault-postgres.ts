import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { locateBinaries } from '../../apps/api/src/database/embedded/binaries.js';
import {
  openCluster,
  prepareDataDirectory,
  SUPERUSER,
} from '../../apps/api/src/database/embedded/cluster.js';
import {
  becameReady,
  spawnPostmaster,
  stopPostmaster,
} from '../../apps/api/src/database/embedded/postmaster.js';
import { serverUser } from '../../apps/api/src/database/embedded/server-user.js';
import { withClient } from './bookkeeping.js';
import { freePort } from './running-service.js';

const READY_MS = 60_000;

interface ClusterOptions {
  readonly password: string;
  readonly settings?: readonly string[];
  /** Left out: the embedded one. */
  readonly binary?: string;
}

/** A PostgreSQL server that a test stops, kills, freezes and starts again, always on one port. */
export class FaultPostgres {
  private child: ChildProcess | undefined;

  private constructor(
    readonly dataDir: string,
    private readonly port: number,
    readonly password: string,
    private readonly settings: readonly string[],
    private readonly binary?: string,
  ) {}

  static async create(dataDir: string, settings: readonly string[] = []): Promise<FaultPostgres> {
    const [binaries, user] = await Promise.all([locateBinaries(), serverUser()]);
    await prepareDataDirectory(dataDir, user);
    const { password } = await openCluster(dataDir, binaries, user, ['--no-sync']);
    const server = new FaultPostgres(dataDir, await freePort(), password, settings);
    await server.start();
    return server;
  }

  /** One whose cluster is there already, under `postgres` of the folder. */
  static async open(
    dataDir: string,
    { password, settings = [], binary }: ClusterOptions,
  ): Promise<FaultPostgres> {
    await prepareDataDirectory(dataDir, await serverUser());
    const server = new FaultPostgres(dataDir, await freePort(), password, settings, binary);
    await server.start();
    return server;
  }

  url(database = 'postgres'): string {
    return `postgresql://${SUPERUSER}:${this.password}@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const [binaries, user] = await Promise.all([locateBinaries(), serverUser()]);
    this.child = await spawnPostmaster({
      postgres: this.binary ?? binaries.postgres,
      cluster: join(this.dataDir, 'postgres'),
      logFile: join(this.dataDir, 'postgres.log'),
      port: this.port,
      user,
      settings: this.settings,
    });
    if (!(await becameReady(this.child, join(this.dataDir, 'postgres'), READY_MS))) {
      throw new Error('the server does not start');
    }
  }

  /** In good order: whoever is connected is thrown out. */
  async stop(): Promise<void> {
    if (this.child?.pid !== undefined && this.child.exitCode === null) {
      await stopPostmaster(this.child.pid);
    }
  }

  /** The postmaster and all that it started, in one moment, as when the machine goes down. */
  async killAll(): Promise<number> {
    const child = this.child;
    if (child?.pid === undefined) throw new Error('the server does not run');
    const ended = new Promise((done) => child.once('exit', done));
    const pids = familyOf(child.pid);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await ended;
    return pids.length;
  }

  /** Neither answers nor refuses, until `thaw`. */
  freeze(): () => void {
    const pids = familyOf(this.child?.pid ?? 0);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    };
  }

  query(sql: string): Promise<unknown[]> {
    return this.queryIn('postgres', sql);
  }

  queryIn(database: string, sql: string): Promise<unknown[]> {
    const rowsOf = async (client: pg.Client): Promise<unknown[]> => (await client.query(sql)).rows;
    return withClient(this.url(database), rowsOf);
  }

  /** Runs the statement in a session that lasts until it is ended. */
  async holding(sql: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url() });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(sql);
    return client;
  }

  /** How many connections of the service there are. */
  async connections(): Promise<number> {
    const rows = (await this.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name LIKE 'quartermaster%'`,
    )) as { n: number }[];
    return rows[0]?.n ?? 0;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** The process and its children; those of a postmaster have none themselves. */
export const familyOf = (pid: number): number[] => {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid);
  return [pid, ...children];
};

const parentOf = (pid: number): number => {
  try {
    // The name stands in brackets and may hold spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return -1;
  }
};
