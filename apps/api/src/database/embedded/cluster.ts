import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartFailure } from '../../config/start-failure.js';
import { nameOf } from '../../config/system-error.js';
import type { Binaries } from './binaries.js';
import type { ServerUser } from './server-user.js';

const run = promisify(execFile);

export const SUPERUSER = 'quartermaster';

/** Makes the data directory; with a server of another user, one that this user can pass through. */
export const prepareDataDirectory = async (
  dataDir: string,
  user: ServerUser | undefined,
): Promise<void> => {
  try {
    await mkdir(dataDir, { recursive: true });
    await chmod(dataDir, user === undefined ? 0o700 : 0o711);
    await access(dataDir, 2);
  } catch (cause) {
    throw new StartFailure(
      `the data directory ${dataDir} cannot be made or written (${nameOf(cause)})`,
      'Set QM_DATA_DIR to a folder that you own, or DATABASE_URL to a PostgreSQL 15 or newer',
      { cause },
    );
  }
};

/**
 * The password of the cluster in `dataDir`, which is made first when there is none. It is built
 * beside its place and moved there when complete, so that a start that was killed half-way leaves
 * nothing that looks like a database.
 */
export const openCluster = async (
  dataDir: string,
  binaries: Binaries,
  user: ServerUser | undefined,
  flags: readonly string[],
): Promise<{ cluster: string; password: string }> => {
  const cluster = join(dataDir, 'postgres');
  const passwordFile = join(dataDir, 'postgres-password');
  if (!(await exists(cluster))) await initialise(dataDir, binaries, user, flags);
  try {
    return { cluster, password: (await readFile(passwordFile, 'utf8')).trim() };
  } catch (cause) {
    throw new StartFailure(
      `the password of the embedded database, ${passwordFile}, cannot be read (${nameOf(cause)})`,
      'Restore that file, or set QM_DATA_DIR to another folder to start with an empty catalog',
      { cause },
    );
  }
};

const initialise = async (
  dataDir: string,
  binaries: Binaries,
  user: ServerUser | undefined,
  flags: readonly string[],
): Promise<void> => {
  const passwordFile = join(dataDir, 'postgres-password');
  const building = join(dataDir, 'postgres.new');
  await rm(building, { recursive: true, force: true });
  await mkdir(building, { mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (user !== undefined) {
    await chown(building, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const args = [
    `--pgdata=${building}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // The same order of text everywhere, whatever locales the machine has.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...flags,
  ];
  try {
    await run(binaries.initdb, args, {
      ...user,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    });
  } catch (cause) {
    await rm(building, { recursive: true, force: true });
    const reason =
      typeof cause === 'object' && cause !== null && 'stderr' in cause
        ? String(cause.stderr)
        : nameOf(cause);
    throw new StartFailure(
      `the embedded database could not be made: ${lastLine(reason)}`,
      'Free some disk space or set QM_DATA_DIR to another folder, or set DATABASE_URL',
      { cause },
    );
  }
  await rename(building, join(dataDir, 'postgres'));
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
