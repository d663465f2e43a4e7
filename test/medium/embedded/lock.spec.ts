import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '../../../apps/api/src/database/embedded/lock.js';
import { isAlive, startMarkOf } from '../../../apps/api/src/database/embedded/process-identity.js';
import { scratchBase } from '../../support/scratch.js';

describe('the lock of a data directory', () => {
  let folder: string;
  let other: ChildProcess;
  beforeEach(async () => {
    folder = await mkdtemp(join(scratchBase(), 'quartermaster-lock-'));
    other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  });
  afterEach(async () => {
    other.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  const lockAs = (pid: number | undefined, mark: string | undefined): Promise<void> =>
    writeFile(join(folder, 'lock'), `${pid} ${mark}\n`);

  it('is taken, names its holder, and is given free', async () => {
    const lock = await takeLock(folder);
    expect(await readFile(join(folder, 'lock'), 'utf8')).toBe(
      `${process.pid} ${startMarkOf(process.pid)}\n`,
    );
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused while another process that lives has it', async () => {
    await lockAs(other.pid, startMarkOf(other.pid ?? 0));
    await expect(takeLock(folder)).rejects.toThrow(`(process ${other.pid})`);
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('is waited for when its holder is about to end', async () => {
    await lockAs(other.pid, startMarkOf(other.pid ?? 0));
    setTimeout(() => other.kill('SIGKILL'), 300);
    const lock = await takeLock(folder);
    expect(isAlive(other.pid ?? 0)).toBe(false);
    await lock.release();
  });

  it('is named when what a killed process left of it cannot be moved away', async () => {
    await lockAs(999_999_999, 'x');
    await mkdir(join(folder, `lock.stale.${process.pid}`));
    await expect(takeLock(folder)).rejects.toThrow(`the lock ${join(folder, 'lock')} was left`);
  });

  it.each([
    ['the process is gone', () => lockAs(999_999_999, 'x')],
    ['its number belongs to another process by now', () => lockAs(other.pid, 'long-ago:1')],
    ['its number is ours, as the first of every container', () => lockAs(process.pid, 'before')],
    ['it is not readable', () => writeFile(join(folder, 'lock'), 'garbage')],
    ['it is empty', () => writeFile(join(folder, 'lock'), '')],
  ])('is taken over when %s', async (_, leave) => {
    await leave();
    await (await takeLock(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not given free by who no longer has it', async () => {
    const lock = await takeLock(folder);
    await lockAs(other.pid, startMarkOf(other.pid ?? 0));
    await lock.release();
    expect(await readdir(folder)).toEqual(['lock']);
  });
});
