import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUPERUSER } from '../../apps/api/src/database/embedded/cluster.js';

/** Where the embedded server of a data directory listens now, past the service. */
export const embeddedUrl = async (dataDir: string): Promise<string> => {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${Number(lines[3])}/postgres`;
};
