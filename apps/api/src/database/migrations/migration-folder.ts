import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder `prisma` lies as deep above the sources as above the compiled files. */
export const PRISMA_FOLDER = fileURLToPath(new URL('../../../../../prisma', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** As Prisma records it: hex of SHA-256 over the file. */
  readonly checksum: string;
}

/** All migrations, oldest first. */
export const readMigrations = async (): Promise<readonly Migration[]> => {
  const base = join(PRISMA_FOLDER, 'migrations');
  const entries = await readdir(base, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(base, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

/** The same, in the form that the schema engine takes. */
export const migrationList = async (migrations: readonly Migration[]) => {
  const baseDir = join(PRISMA_FOLDER, 'migrations');
  const lockfile = 'migration_lock.toml';
  return {
    baseDir,
    lockfile: { path: lockfile, content: await readFile(join(baseDir, lockfile), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  };
};
