import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartFailure } from '../../config/start-failure.js';
import { prepareAppRole } from '../roles/prepare-app-role.js';
import { migrationList, readMigrations } from './migration-folder.js';
import type { Migration } from './migration-folder.js';

/** Any number, as long as it is always the same: who holds it migrates. */
const LOCK_KEY = 7_146_229_804;

/**
 * Brings the database to the present schema, and the role of the service with it, and returns the
 * names of what it applied. Replicas that start at the same time wait for one another here. The record
 * is Prisma's own table, so that `prisma migrate deploy` and this can take turns. `login` is the user
 * of the service where it is another one; a user who owns nothing finds all of it done, or is refused.
 */
export const migrate = async (url: string, login?: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  // Without a listener a connection that drops while it is idle would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    const migrations = await readMigrations();
    const { user, is_owner: isOwner } = await whoMigrates(client);
    const isCurrent = await isUpToDate(client, migrations);
    if (!isOwner) {
      if (isCurrent) return [];
      throw notYetMigrated(user);
    }
    const applied = isCurrent ? [] : await applyAmongOthers(client, url, migrations);
    await prepareAppRole(client, login ?? user);
    return applied;
  } finally {
    // Ending the session gives the lock free.
    await client.end();
  }
};

interface Migrator {
  readonly user: string;
  readonly is_owner: boolean;
}

/** The role of the service may not create anything, and its user is a member of no other. */
const whoMigrates = async (client: pg.Client): Promise<Migrator> => {
  const { rows } = await client.query<Migrator>(
    `SELECT current_user AS user, has_schema_privilege(current_schema(), 'CREATE') AS is_owner`,
  );
  return rows[0] ?? { user: '', is_owner: true };
};

const notYetMigrated = (user: string): StartFailure =>
  new StartFailure(
    `the database is not of this release, and its user ${pg.escapeIdentifier(user)} may not migrate it`,
    'Set QM_MIGRATION_DATABASE_URL to the connection string of its owner, for one start at least',
  );

/** Saves the engine's half second on every start but the first of a release. */
const isUpToDate = async (
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<boolean> => {
  const table = await client.query<{ found: boolean | null }>(
    `SELECT has_table_privilege(to_regclass('_prisma_migrations'), 'SELECT') AS found`,
  );
  if (table.rows[0]?.found !== true) return false;
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    `SELECT migration_name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  return migrations.every(({ name, checksum }) => applied.get(name) === checksum);
};

/**
 * Beside replicas of the release before, which hold locks on what a migration changes. One that lost
 * against them left nothing behind but its record: each is a single transaction.
 */
const applyAmongOthers = async (
  client: pg.Client,
  url: string,
  migrations: readonly Migration[],
): Promise<readonly string[]> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(url, migrations);
    } catch (error) {
      if (attempt === ATTEMPTS || !hasLost(error)) throw error;
      await client.query(
        `UPDATE _prisma_migrations SET rolled_back_at = now()
         WHERE finished_at IS NULL AND rolled_back_at IS NULL`,
      );
      await sleep(attempt * 100 * (0.5 + Math.random()));
    }
  }
};

const ATTEMPTS = 10;

/** The engine tells what the database said in words only. */
const hasLost = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Transaction write conflict');

const apply = async (url: string, migrations: readonly Migration[]): Promise<readonly string[]> => {
  // Loaded only when there is something to apply: most starts have nothing for it to do.
  const { openSchemaEngine } = await import('./schema-engine.js');
  const { engine, filters, close } = await openSchemaEngine(url);
  try {
    const migrationsList = await migrationList(migrations);
    const result = await engine.applyMigrations({ migrationsList, filters });
    return result.appliedMigrationNames;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartFailure(
      `the database could not be migrated: ${reason.replaceAll(/\s+/g, ' ').trim()}`,
      'Restore the database from before the failed migration, or mark it with `prisma migrate resolve`',
      { cause },
    );
  } finally {
    await close();
  }
};
