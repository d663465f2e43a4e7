import { chmod, chown, copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

// A key of the tests alone, signed by itself for 127.0.0.1, from 2000 to 2099 as clocks of machines differ.
// PostgreSQL looks for files of these names.
const FOLDER = join(import.meta.dirname, 'tls');
const CERTIFICATE = 'server.crt';
const KEY = 'server.key';

/** Lets the server of a cluster speak TLS as well, to whoever asks for it. */
export const offerTls = async (admin: pg.Client, cluster: string): Promise<void> => {
  const { uid, gid } = await stat(cluster);
  for (const name of [CERTIFICATE, KEY]) {
    const copy = join(cluster, name);
    await copyFile(join(FOLDER, name), copy);
    // PostgreSQL takes no key that others may read.
    await chmod(copy, 0o600);
    await chown(copy, uid, gid);
  }
  await admin.query('ALTER SYSTEM SET ssl = on');
  await admin.query('SELECT pg_reload_conf()');
};

/** The same database by TLS, with the server's certificate checked. */
export const overTls = (url: string): string => {
  const secure = new URL(url);
  secure.searchParams.set('sslmode', 'verify-full');
  secure.searchParams.set('sslrootcert', join(FOLDER, CERTIFICATE));
  return secure.href;
};
