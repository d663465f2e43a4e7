import { execFile, execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');
const MIGRATIONS = 'prisma/migrations';
/** So many migrations an older replica lacks, which is more than between two releases. */
const BEHIND = 5;

/** The state of the sources before the last migrations came; undefined where git has no such. */
export const olderCommit = (): string | undefined => {
  const names = readdirSync(join(ROOT, MIGRATIONS)).filter((name) => /^\d+_/.test(name));
  const [firstMissing] = names.sort().slice(-BEHIND);
  if (firstMissing === undefined || names.length <= BEHIND) return undefined;
  try {
    const path = `${MIGRATIONS}/${firstMissing}`;
    const log = ['log', '--diff-filter=A', '--format=%H', '-1', '--', path];
    const added = execFileSync('git', log, { cwd: ROOT, encoding: 'utf8' }).trim();
    const before = ['rev-parse', '--verify', '--quiet', `${added}^`];
    return execFileSync('git', before, { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

/** That state as a checkout of its own, built, with the dependencies of this one. */
export const checkOut = async (
  commit: string,
): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'quartermaster-older-'));
  const archive = join(path, '.archive.tar');
  await run('git', ['archive', `--output=${archive}`, commit], { cwd: ROOT });
  await run('tar', ['-xf', archive, '-C', path]);
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  await run(process.execPath, ['apps/build.mjs'], { cwd: path });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
