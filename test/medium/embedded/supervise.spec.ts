import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  becameReady,
  spawnPostmaster,
  type PostmasterOptions,
} from '../../../apps/api/src/database/embedded/postmaster.js';
import { isAlive } from '../../../apps/api/src/database/embedded/process-identity.js';
import { supervise, type Supervised } from '../../../apps/api/src/database/embedded/supervise.js';
import { scratchBase } from '../../support/scratch.js';

/** Stands for a server: notes that it was started, and is not ready while a file says so. */
const STAND_IN = `#!/bin/sh
echo $$ >> "$2/started"
while [ -e "$2/slow" ]; do sleep 0.05; done
printf '%s\\n\\n\\n\\n\\n\\n\\nready\\n' $$ > "$2/postmaster.pid"
exec sleep 1000
`;

describe('the supervision of the embedded server', () => {
  let folder: string;
  let server: Supervised;
  beforeEach(async () => {
    folder = await mkdtemp(join(scratchBase(), 'quartermaster-supervise-'));
    const postgres = join(folder, 'postgres');
    await writeFile(postgres, STAND_IN, { mode: 0o755 });
    const options: PostmasterOptions = {
      postgres,
      cluster: folder,
      logFile: join(folder, 'log'),
      port: 1,
      user: undefined,
      settings: [],
    };
    const first = await spawnPostmaster(options);
    expect(await becameReady(first, folder, 30_000)).toBe(true);
    server = supervise(first, options, () => undefined);
  });
  afterEach(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const started = async (): Promise<number[]> =>
    (await readFile(join(folder, 'started'), 'utf8')).trim().split('\n').map(Number);

  const nextStart = async (known: number): Promise<number> => {
    for (;;) {
      const pids = await started();
      if (pids.length > known) return pids[known] ?? 0;
      await sleep(20);
    }
  };

  const kill = (): boolean => process.kill(server.pid() ?? 0, 'SIGKILL');

  it('starts a server that ended again, as often as it ends', async () => {
    for (const known of [1, 2]) {
      kill();
      const pid = await nextStart(known);
      while (server.pid() !== pid) await sleep(20);
      expect(await started()).toHaveLength(known + 1);
    }
  }, 30_000);

  it('leaves none behind when it is stopped while one is still recovering', async () => {
    await writeFile(join(folder, 'slow'), '');
    kill();
    await nextStart(1);
    await server.stop();
    expect((await started()).filter(isAlive)).toEqual([]);
  }, 30_000);

  it('starts none any more once it was stopped', async () => {
    kill();
    await server.stop();
    const pids = await started();
    await sleep(700);
    expect(await started()).toEqual(pids);
    expect(pids.filter(isAlive)).toEqual([]);
  }, 30_000);
});
