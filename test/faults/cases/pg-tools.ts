import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  prepareDataDirectory,
  SUPERUSER,
} from '../../../apps/api/src/database/embedded/cluster.js';
import { serverUser } from '../../../apps/api/src/database/embedded/server-user.js';
import { FaultPostgres } from '../fault-postgres.js';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;

/** An installation of PostgreSQL of the machine: its server, and what dumps and restores. */
export interface PgTools {
  readonly initdb: string;
  readonly postgres: string;
  readonly dump: string;
  readonly restore: string;
}

/** The first one that is whole and not too old. */
export const pgTools = async (): Promise<PgTools | undefined> => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((one) => join(DEBIAN, one)) : [];
  const folders = [
    ...versions.map((folder) => join(folder, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  for (const folder of folders) {
    const tools = {
      initdb: join(folder, 'initdb'),
      postgres: join(folder, 'postgres'),
      dump: join(folder, 'pg_dump'),
      restore: join(folder, 'pg_restore'),
    };
    if (!Object.values(tools).every((path) => existsSync(path))) continue;
    const { stdout } = await run(tools.dump, ['--version']).catch(() => ({ stdout: '' }));
    if (Number(/(\d+)/.exec(stdout)?.[1] ?? 0) >= OLDEST) return tools;
  }
  return undefined;
};

/** A new cluster of that installation, running. */
export const newCluster = async (dataDir: string, tools: PgTools): Promise<FaultPostgres> => {
  const user = await serverUser();
  await prepareDataDirectory(dataDir, user);
  const [cluster, passwordFile] = [join(dataDir, 'postgres'), join(dataDir, 'password')];
  const password = randomBytes(24).toString('base64url');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  for (const path of user === undefined ? [] : [cluster, passwordFile]) {
    await chown(path, user?.uid ?? 0, user?.gid ?? 0);
  }
  await run(
    tools.initdb,
    [
      ...[`--pgdata=${cluster}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'],
    ],
    { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } },
  );
  return FaultPostgres.open(dataDir, { password, binary: tools.postgres });
};
