import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { EmbeddedServer } from '../../apps/api/src/database/embedded/embedded-server.js';
import { startEmbeddedServer } from '../../apps/api/src/database/embedded/embedded-server.js';
import {
  stopPostmaster,
  survivingPostmaster,
} from '../../apps/api/src/database/embedded/postmaster.js';
import { isAlive } from '../../apps/api/src/database/embedded/process-identity.js';
import { offerTls } from './database-tls.js';
import { scratchBase } from './scratch.js';
import { migrate } from '../../apps/api/src/database/migrations/migrate.js';

const PREFIX = 'quartermaster-test-';
const TEMPLATE = 'template_catalog';

let running: { server: EmbeddedServer; folder: string } | undefined;

/** One server for the whole run; each spec file gets a copy of its migrated template database. */
export const startTestServer = async (): Promise<void> => {
  const base = scratchBase();
  await removeLeftovers(base);
  const folder = await mkdtemp(join(base, PREFIX));
  const server = await startEmbeddedServer({
    dataDir: folder,
    durable: false,
    settings: ['max_connections=200', 'shared_buffers=64MB'],
  });
  running = { server, folder };
  // An interrupted run has no teardown, and the server would outlive it.
  process.once('exit', () => {
    const pid = running?.server.pid();
    if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGINT');
  });
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  await offerTls(admin, join(folder, 'postgres'));
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  await migrate(server.url(TEMPLATE));
  // Jest's workers inherit the environment.
  process.env['QM_TEST_SERVER'] = server.url('');
  process.env['QM_TEST_TEMPLATE'] = TEMPLATE;
};

export const stopTestServer = async (): Promise<void> => {
  if (running === undefined) return;
  const { server, folder } = running;
  running = undefined;
  await server.stop();
  await rm(folder, { recursive: true, force: true });
};

/** What a run that was killed left behind: its lock names a process that is gone. */
const removeLeftovers = async (base: string): Promise<void> => {
  for (const name of await readdir(base)) {
    const folder = join(base, name);
    const lock = join(folder, 'lock');
    if (!name.startsWith(PREFIX) || !existsSync(lock)) continue;
    const pid = Number((await readFile(lock, 'utf8').catch(() => '')).split(' ')[0]);
    if (!Number.isInteger(pid) || pid < 1 || isAlive(pid)) continue;
    const survivor = await survivingPostmaster(join(folder, 'postgres'));
    if (survivor !== undefined) await stopPostmaster(survivor);
    await rm(folder, { recursive: true, force: true });
  }
};
