import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, statfsSync, writeSync, closeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBooks } from '../bookkeeping.js';
import { Ledger, registerAll, registerOnce, toolIds } from '../catalog-load.js';
import { embeddedUrl } from '../embedded-url.js';
import type { FaultCase, Report } from '../fault-case.js';
import { RunningService } from '../running-service.js';

const SIZE_MB = 160;

const mount = (folder: string): void => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', folder], {
    stdio: 'pipe',
  });
};

const unmount = (folder: string): void => {
  execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
};

const impossible = async (): Promise<string | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-disk-'));
  try {
    mount(folder);
    unmount(folder);
    return undefined;
  } catch {
    return 'a file system of a limited size takes the right to mount one';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Takes all that is left. */
const fill = (path: string): void => {
  const file = openSync(path, 'a');
  for (const piece of [Buffer.alloc(1 << 20), Buffer.alloc(1 << 12)]) {
    try {
      for (;;) writeSync(file, piece);
    } catch {
      // Full, for pieces of this size.
    }
  }
  closeSync(file);
};

const fullDisk = async (report: Report): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-disk-'));
  mount(folder);
  try {
    const service = await RunningService.start(join(folder, 'data'));
    const ledger = new Ledger();
    await registerAll(service.address, toolIds('before', 50), ledger);
    const ballast = join(folder, 'ballast');
    for (let times = 1; times <= 2; times += 1) {
      const from = ledger.acknowledged.size;
      fill(ballast);
      report.say(
        `filled: ${statfsSync(folder).bfree} blocks free; ${from} registrations until then`,
      );
      // The space that files of the server still have is used up first.
      let refused = 0;
      for (let at = 0; refused < 20 && at < 3_000; at += 1) {
        if (!(await registerOnce(service.address, `full_${times}.tool_${at}`, ledger)))
          refused += 1;
        if (at % 200 === 0) fill(ballast);
      }
      report.say(`${ledger.acknowledged.size - from} more were taken until it was full`);
      report.holds(refused === 20, `${refused} of 20 were refused then`);
      await rm(ballast);
      const begun = performance.now();
      while (!(await registerOnce(service.address, `after_${times}.tool`, ledger))) await sleep(20);
      const backMs = performance.now() - begun;
      report.holds(
        backMs <= 1_000,
        `back within a second of there being room: ${Math.round(backMs)} ms`,
      );
    }
    await checkBooks(report, await embeddedUrl(join(folder, 'data')), service.address, ledger);
    report.holds((await service.stop()) === 0, 'it stops in good order afterwards');
  } finally {
    unmount(folder);
    rmSync(folder, { recursive: true, force: true });
  }
};

export const DISK_CASES: readonly FaultCase[] = [
  {
    name: 'disk-full',
    about: 'the disk of the database is full, and has room again, twice',
    impossible,
    run: fullDisk,
  },
];
