import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartFailure } from '../../config/start-failure.js';
import { locateBinaries } from './binaries.js';
import { openCluster, prepareDataDirectory, SUPERUSER } from './cluster.js';
import { takeLock } from './lock.js';
import { becameReady, spawnPostmaster, stopPostmaster, survivingPostmaster } from './postmaster.js';
import type { PostmasterOptions } from './postmaster.js';
import { assertReachable, serverUser } from './server-user.js';
import { READY_TIMEOUT_MS, stopChild, supervise } from './supervise.js';

const ATTEMPTS = 5;

export interface EmbeddedServerOptions {
  readonly dataDir: string;
  /** For tests: a cluster that does not survive a power cut, but is made and filled sooner. */
  readonly durable?: boolean;
  /** More settings, as `name=value`. */
  readonly settings?: readonly string[];
  /** Told when the server ended by itself and is being started again. */
  readonly onCrash?: () => void;
}

export interface EmbeddedServer {
  /** Of the server's own process; another one after a crash. */
  pid(): number | undefined;
  /** Connection string of a database of this server; `postgres` always exists. */
  url(database: string): string;
  /** Stops the server and gives the data directory free. Safe to call twice. */
  stop(): Promise<void>;
}

const VOLATILE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Starts PostgreSQL on `dataDir`, making its cluster at the first time. */
export const startEmbeddedServer = async (
  options: EmbeddedServerOptions,
): Promise<EmbeddedServer> => {
  const dataDir = resolve(options.dataDir);
  const durable = options.durable ?? true;
  const [binaries, user] = await Promise.all([locateBinaries(), serverUser()]);
  await prepareDataDirectory(dataDir, user);
  await assertReachable(user, binaries, dataDir);
  const lock = await takeLock(dataDir);
  try {
    const flags = durable ? [] : ['--no-sync'];
    const { cluster, password } = await openCluster(dataDir, binaries, user, flags);
    const survivor = await survivingPostmaster(cluster);
    if (survivor !== undefined) await stopPostmaster(survivor);
    const { child, started } = await startSomewhere({
      postgres: binaries.postgres,
      cluster,
      logFile: join(dataDir, 'postgres.log'),
      port: await freePort(),
      user,
      settings: [...(durable ? [] : VOLATILE), ...(options.settings ?? [])],
    });
    const supervised = supervise(child, started, options.onCrash ?? (() => undefined));
    return {
      pid: supervised.pid,
      url: (database) =>
        `postgresql://${SUPERUSER}:${password}@127.0.0.1:${started.port}/${database}`,
      stop: async () => {
        await supervised.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/** Another program may take the free port first, so a start that fails is tried on a new one. */
const startSomewhere = async (
  options: PostmasterOptions,
): Promise<{ child: ChildProcess; started: PostmasterOptions }> => {
  let started = options;
  for (let attempt = 1; ; attempt += 1) {
    const child = await spawnPostmaster(started);
    if (await becameReady(child, options.cluster, READY_TIMEOUT_MS)) return { child, started };
    await stopChild(child);
    if (attempt === ATTEMPTS) throw await startFailure(options.logFile);
    await sleep(200 * attempt);
    started = { ...options, port: await freePort() };
  }
};

const startFailure = async (logFile: string): Promise<StartFailure> => {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  const fatal = log.split('\n').findLast((line) => /FATAL|PANIC|ERROR/.test(line));
  return new StartFailure(
    `the embedded PostgreSQL does not start: ${fatal ?? 'it left no word'}`,
    `See ${logFile}, or set DATABASE_URL to a PostgreSQL 15 or newer`,
  );
};

const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => found(port));
    });
  });
