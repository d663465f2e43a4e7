import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from '../../config/start-failure.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../config/system-error.js';
import { startMarkOf } from './process-identity.js';

/** Holds a data directory for this process until it is released. */
export interface DataDirectoryLock {
  release(): Promise<void>;
}

const PATIENCE_MS = 3_000;

/**
 * Takes the data directory, or says which living process has it; one that is just stopping is waited
 * for. A lock left behind by a killed process is taken over: it names the process and when that one
 * started.
 */
export const takeLock = async (dataDir: string): Promise<DataDirectoryLock> => {
  const path = join(dataDir, 'lock');
  const mine = `${process.pid} ${startMarkOf(process.pid) ?? ''}\n`;
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    // link() fails where the name exists, and never shows a half-written file.
    const deadline = performance.now() + PATIENCE_MS;
    while (!(await linked(draft, path))) {
      const holder = await holderOf(path);
      if (performance.now() > deadline) {
        throw holder === undefined ? immovable(path) : heldBy(holder, dataDir);
      }
      await sleep(holder === undefined ? 10 : 100);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return {
    release: async () => {
      if ((await contentOf(path)) === mine) await rm(path, { force: true });
    },
  };
};

const linked = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
};

/** The living process behind the lock; a lock that nobody holds is removed. */
const holderOf = async (path: string): Promise<number | undefined> => {
  const content = await contentOf(path);
  if (content === undefined) return undefined;
  const [pid, mark] = splitLock(content);
  if (pid !== process.pid && mark !== '' && startMarkOf(pid) === mark) return pid;
  // Of two that find the same stale lock, only one can move it; and what was moved is looked at
  // again, in case a third had already replaced it.
  const aside = `${path}.stale.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return undefined;
  }
  if ((await contentOf(aside)) !== content) await linked(aside, path);
  await rm(aside, { force: true });
  return undefined;
};

const heldBy = (pid: number, dataDir: string): StartFailure =>
  new StartFailure(
    `the data directory ${dataDir} is in use by a running Quartermaster (process ${pid})`,
    'Stop that one first, or give this one another QM_DATA_DIR',
  );

const immovable = (path: string): StartFailure =>
  new StartFailure(
    `the lock ${path} was left behind by a process that ended, and this one cannot remove it`,
    'Remove the file, and let this user write to its folder',
  );

const splitLock = (content: string): readonly [number, string] => {
  const [pid = '', mark = ''] = content.trim().split(' ');
  return [Number(pid), mark];
};

const contentOf = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
};
