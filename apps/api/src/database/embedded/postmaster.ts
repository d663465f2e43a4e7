import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerUser } from './server-user.js';
import { commandLineOf, isAlive } from './process-identity.js';

const POLL_MS = 20;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

export interface PostmasterOptions {
  readonly postgres: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly port: number;
  readonly user: ServerUser | undefined;
  readonly settings: readonly string[];
}

/**
 * Starts the server in a session of its own, so that Ctrl-C, which reaches the whole process group,
 * does not stop it before the requests in flight have ended. Its log goes to a file: a pipe would
 * break when this process is killed.
 */
export const spawnPostmaster = async (options: PostmasterOptions): Promise<ChildProcess> => {
  await setAside(options.logFile);
  const log = await open(options.logFile, 'a', 0o600);
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${options.port}`,
    'unix_socket_directories=',
    'max_connections=60',
    // A bulk takes up to 512 locks, see locks.ts: room for 30 at a time.
    'max_locks_per_transaction=256',
    'log_checkpoints=off',
    ...options.settings,
  ];
  try {
    const child = spawn(
      options.postgres,
      ['-D', options.cluster, ...settings.flatMap((setting) => ['-c', setting])],
      {
        ...options.user,
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    // Without a listener a failed spawn would end the process; it shows as an early exit.
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    await log.close();
  }
};

const setAside = async (logFile: string): Promise<void> => {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
};

/** Resolves once the server takes connections; false when it ended instead, or took too long. */
export const becameReady = async (
  child: ChildProcess,
  cluster: string,
  timeoutMs: number,
): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    if (child.pid === undefined) return false;
    const lines = await postmasterFile(cluster);
    // The eighth line is the state; the first says whose file it is.
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
    await sleep(POLL_MS);
  }
  return false;
};

/** Fast shutdown, then an immediate one, then none of its choice; returns when it is gone. */
export const stopPostmaster = async (pid: number): Promise<void> => {
  for (const [signal, patienceMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if (!isAlive(pid)) return;
      await sleep(POLL_MS);
    }
  }
};

/**
 * A server that outlived its service, on this cluster. Its pid file may also be left over from a
 * crash, with a number that now belongs to any program at all, so the command line is looked at.
 */
export const survivingPostmaster = async (cluster: string): Promise<number | undefined> => {
  const pid = Number((await postmasterFile(cluster))[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return undefined;
  return commandLineOf(pid).includes(cluster) ? pid : undefined;
};

const postmasterFile = async (cluster: string): Promise<readonly string[]> => {
  try {
    return (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  } catch {
    return [];
  }
};
