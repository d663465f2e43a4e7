import { execFileSync } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeDataDir, ServiceProcess } from '../../support/service-process.js';

const NOBODY = 65_534;
const ROOT = resolve(import.meta.dirname, '../../..');

/** Run by an ordinary user, every other test already shows it. */
const reason = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'these tests already run as an ordinary user';
  try {
    execFileSync(process.execPath, ['--version'], { uid: NOBODY, cwd: ROOT, stdio: 'ignore' });
    return undefined;
  } catch {
    return 'this checkout cannot be reached by another user';
  }
};

const skipped = reason();

(skipped === undefined ? describe : describe.skip)(`as an ordinary user (${skipped ?? ''})`, () => {
  it('starts its database and stops', async () => {
    const dataDir = await makeDataDir();
    try {
      // That user may not write into the checkout.
      const build = `import('./apps/build.mjs').then((module) => module.buildIfNeeded())`;
      execFileSync(process.execPath, ['-e', build], { cwd: ROOT });
      await chown(dataDir.path, NOBODY, NOBODY);
      const service = ServiceProcess.start({ dataDir: dataDir.path, uid: NOBODY });
      const address = await service.address();
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      service.signal('SIGTERM');
      expect(await service.ended).toBe(0);
    } finally {
      await dataDir.remove();
    }
  }, 90_000);
});
