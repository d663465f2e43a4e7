import { randomBytes } from 'node:crypto';
import type { Settings } from '../config/env.js';
import type { Log } from '../config/log.js';
import { StartFailure } from '../config/start-failure.js';
import { startEmbeddedServer } from './embedded/embedded-server.js';
import { migrate } from './migrations/migrate.js';
import { requireUsableDatabase } from './preflight.js';
import { APP_ROLE } from './roles/app-role.js';
import { letAppRoleIn } from './roles/let-app-role-in.js';
import { requireAppRole, requireAppRoleThere } from './roles/require-app-role.js';

export interface OpenDatabase {
  /** For the service; whoever migrates it is another user, or at least another role. */
  readonly url: string;
  /** Stops the server where it is the embedded one. */
  close(): Promise<void>;
}

interface ReachedDatabase extends OpenDatabase {
  readonly ownerUrl: string;
  /** Opens the door to the service, where that is ours to do. */
  admit(): Promise<void>;
}

/** The configured database, or the embedded one, migrated and ready to be used. */
export const openDatabase = async (settings: Settings, log: Log): Promise<OpenDatabase> => {
  const database = await reach(settings, log);
  try {
    const applied = await migrate(database.ownerUrl, userOf(database.url));
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    await database.admit();
    await requireAppRole(database.url);
    if (settings.auditDatabaseUrl !== undefined) await lookAt(settings.auditDatabaseUrl, log);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** A replica that is away holds no start up: auditors alone are refused until it is back. */
const lookAt = async (replicaUrl: string, log: Log): Promise<void> => {
  try {
    await requireAppRoleThere(replicaUrl);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    log.warn({ reason: String(error) }, 'the database of QM_AUDIT_DATABASE_URL is out of reach');
  }
};

const reach = async (settings: Settings, log: Log): Promise<ReachedDatabase> => {
  const { databaseUrl: url, migrationDatabaseUrl } = settings;
  if (url !== undefined) {
    await requireUsableDatabase(url, 'DATABASE_URL');
    if (migrationDatabaseUrl !== undefined) {
      await requireUsableDatabase(migrationDatabaseUrl, 'QM_MIGRATION_DATABASE_URL');
    }
    const nothing = (): Promise<void> => Promise.resolve();
    return { url, ownerUrl: migrationDatabaseUrl ?? url, admit: nothing, close: nothing };
  }
  const server = await startEmbeddedServer({
    dataDir: settings.dataDir,
    onCrash: () => log.error('the embedded database ended and is started again'),
  });
  const ownerUrl = server.url('postgres');
  const password = randomBytes(24).toString('base64url');
  const service = new URL(ownerUrl);
  service.username = APP_ROLE;
  service.password = password;
  return {
    url: service.href,
    ownerUrl,
    admit: () => letAppRoleIn(ownerUrl, password),
    close: () => server.stop(),
  };
};

/** Undefined: whom the connection string leaves to the environment. */
const userOf = (url: string): string | undefined => {
  const { username } = new URL(url);
  return username === '' ? undefined : decodeURIComponent(username);
};
