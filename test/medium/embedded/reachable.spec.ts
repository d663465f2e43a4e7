import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  assertReachable,
  serverUser,
} from '../../../apps/api/src/database/embedded/server-user.js';

const asRoot = process.getuid?.() === 0 ? describe : describe.skip;

asRoot('as root, with a server of another user (skipped unless run as root)', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quartermaster-reach-'));
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'closed', 'bin'), { recursive: true });
    // Any program does: it is only run to see whether that user can.
    await copyFile('/bin/true', join(folder, 'closed', 'bin', 'postgres'));
    await copyFile('/bin/true', join(folder, 'postgres'));
    await chmod(join(folder, 'closed'), 0o700);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const check = async (postgres: string, dataDir: string): Promise<void> =>
    assertReachable(await serverUser(), { postgres, initdb: postgres }, dataDir);

  it('starts where both the programs and the data can be reached', async () => {
    await expect(check(join(folder, 'postgres'), folder)).resolves.toBeUndefined();
  });

  it('names the folder that hides the programs', async () => {
    const closed = join(folder, 'closed');
    await expect(check(join(closed, 'bin', 'postgres'), folder)).rejects.toThrow(
      `cannot enter the folder ${closed} (of ${closed}/bin/postgres). Move the checkout`,
    );
  });

  it('names the folder that hides the data', async () => {
    const closed = join(folder, 'closed');
    await expect(check(join(folder, 'postgres'), join(closed, 'bin'))).rejects.toThrow(
      `cannot enter the folder ${closed} (of ${closed}/bin). Set QM_DATA_DIR`,
    );
  });
});
