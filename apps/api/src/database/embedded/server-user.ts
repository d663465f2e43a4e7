import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { StartFailure } from '../../config/start-failure.js';
import type { Binaries } from './binaries.js';

const run = promisify(execFile);

/** Whom the server runs as. PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'postgres';

/** The user `postgres` when this process is root (made when it is missing), else nobody else. */
export const serverUser = async (): Promise<ServerUser | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const found = await lookUp();
  if (found !== undefined) return found;
  await run('useradd', ['--system', '--user-group', '--no-create-home', NAME])
    .catch(() => run('adduser', ['-S', '-D', '-H', NAME]))
    .catch(() => undefined);
  const made = await lookUp();
  if (made !== undefined) return made;
  throw new StartFailure(
    'PostgreSQL does not run as root, and a user `postgres` could not be made for it',
    'Start the service as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer',
  );
};

const lookUp = async (): Promise<ServerUser | undefined> => {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', NAME]), run('id', ['-g', NAME])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
};

/** Asks the system itself, as that user, whether the programs and the data can be reached. */
export const assertReachable = async (
  user: ServerUser | undefined,
  binaries: Binaries,
  dataDir: string,
): Promise<void> => {
  if (user === undefined) return;
  const reach = { ...user, cwd: '/' };
  const runs = await succeeds(() => run(binaries.postgres, ['--version'], reach));
  if (!runs) throw await unreachable(user, binaries.postgres, 'Move the checkout to a folder');
  const enters = await succeeds(() => run('/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir], reach));
  if (!enters) throw await unreachable(user, dataDir, 'Set QM_DATA_DIR to a folder');
};

const succeeds = async (action: () => Promise<unknown>): Promise<boolean> => {
  try {
    await action();
    return true;
  } catch {
    return false;
  }
};

const unreachable = async (
  user: ServerUser,
  path: string,
  advice: string,
): Promise<StartFailure> => {
  const closed = await closedAncestor(user, path);
  const what =
    closed === undefined ? `cannot use ${path}` : `cannot enter the folder ${closed} (of ${path})`;
  const opening = closed === undefined ? '' : `, run \`chmod a+x ${closed}\``;
  return new StartFailure(
    `as root the embedded PostgreSQL runs as user \`${NAME}\`, who ${what}`,
    `${advice} that every user can enter${opening}, or start the service as an ordinary user`,
  );
};

/** The topmost folder on the way to `path` that the user may not pass through. */
const closedAncestor = async (user: ServerUser, path: string): Promise<string | undefined> => {
  const ancestors: string[] = [];
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    ancestors.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of ancestors) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
  }
  return undefined;
};
