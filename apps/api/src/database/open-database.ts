import type { Settings } from '../config/env.js';
import type { Log } from '../config/log.js';
import { startEmbeddedServer } from './embedded/embedded-server.js';
import { migrate } from './migrations/migrate.js';
import { requireUsableDatabase } from './preflight.js';

export interface OpenDatabase {
  readonly url: string;
  /** Stops the server where it is the embedded one. */
  close(): Promise<void>;
}

/** The configured database, or the embedded one, migrated and ready to be used. */
export const openDatabase = async (settings: Settings, log: Log): Promise<OpenDatabase> => {
  const database = await reach(settings, log);
  try {
    const applied = await migrate(database.url);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};

const reach = async (settings: Settings, log: Log): Promise<OpenDatabase> => {
  if (settings.databaseUrl !== undefined) {
    await requireUsableDatabase(settings.databaseUrl);
    return { url: settings.databaseUrl, close: () => Promise.resolve() };
  }
  const server = await startEmbeddedServer({
    dataDir: settings.dataDir,
    onCrash: () => log.error('the embedded database ended and is started again'),
  });
  return { url: server.url('postgres'), close: () => server.stop() };
};
