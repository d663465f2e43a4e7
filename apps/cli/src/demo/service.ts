import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from '../env.js';
import { CommandFailure, EXIT } from '../exit-codes.js';

export interface RunningService {
  readonly url: string;
  readonly folder: string;
  /** Ends the service in good order and removes everything it wrote. */
  readonly stop: () => Promise<void>;
}

const START = fileURLToPath(new URL('../../../../apps/start.mjs', import.meta.url));
const START_LIMIT_MS = 180_000;

/**
 * The whole service as `npm start` runs it, on a free port and a data folder of its own. No setting
 * of the caller's environment reaches it: a demonstration must not meet somebody's database.
 */
export const startService = async (adminKey: string): Promise<RunningService> => {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-demo-'));
  // Started by root, the database works as another user and has to reach its files.
  await chmod(folder, 0o755);
  const child = spawn(process.execPath, [START], {
    cwd: folder,
    env: { ...withoutSettings(inheritedEnvironment()), ...settingsOf(folder, adminKey) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    await ended(child);
    await rm(folder, { recursive: true, force: true });
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  };
  // Ctrl-C reaches the service as well; it is waited for, so that nothing is left behind.
  const interrupted = (): void => void stop().finally(() => process.exit(130));
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  try {
    return { url: await addressOf(child), folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

function settingsOf(folder: string, adminKey: string): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    QM_DATA_DIR: join(folder, 'data'),
    QM_BOOTSTRAP_ADMIN_KEY: adminKey,
    QM_LOG_LEVEL: 'error',
  };
}

function withoutSettings(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const isSetting = (name: string) => name.startsWith('QM_') || name === 'DATABASE_URL';
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSetting(name)));
}

/** The address that the service prints when it is ready. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(limit);
      const remedy = 'Look whether `npm start` says more.';
      reject(new CommandFailure(EXIT.unreachable, `${reason}\n${output.trim()}`, remedy));
    };
    const limit = setTimeout(() => fail('the service does not become ready'), START_LIMIT_MS);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /is ready at (http:\/\/\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(limit);
      resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => fail(`the service cannot be started: ${error.message}`));
    child.once('exit', () => fail('the service ended before it was ready'));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  await end;
}
