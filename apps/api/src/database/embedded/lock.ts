import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from '../../config/start-failure.js';
import { startMarkOf } from './process-identity.js';

/** Holds a data directory for this process until it is released. */
export interface DataDirectoryLock {
  release(): Promise<void>;
}

/**
 * Takes the data directory, or says which living process has it. A lock left behind by a killed
 * process is taken over: it names the process and when that one started.
 */
export const takeLock = async (dataDir: string): Promise<DataDirectoryLock> => {
  const path = join(dataDir, 'lock');
  const mine = `${process.pid} ${startMarkOf(process.pid) ?? ''}\n`;
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    // link() fails where the name exists, and never shows a half-written file.
    while (!(await linked(draft, path))) await removeStale(path, dataDir);
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
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
};

const removeStale = async (path: string, dataDir: string): Promise<void> => {
  const content = await contentOf(path);
  if (content === undefined) return;
  const [pid, mark] = splitLock(content);
  if (pid !== process.pid && mark !== '' && startMarkOf(pid) === mark) {
    throw new StartFailure(
      `the data directory ${dataDir} is in use by a running Quartermaster (process ${pid})`,
      'Stop that one first, or give this one another QM_DATA_DIR',
    );
  }
  // Of two that find the same stale lock, only one can move it; and what was moved is looked at
  // again, in case a third had already replaced it.
  const aside = `${path}.stale.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await contentOf(aside)) !== content) await linked(aside, path);
  await rm(aside, { force: true });
};

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
