import type { Logger } from 'pino';
import { loadEnvironment, readSettings } from './config/env.js';
import { openLog } from './config/log.js';
import { StartFailure } from './config/start-failure.js';
import { openDatabase, type OpenDatabase } from './database/open-database.js';
import { keepTickShape } from './event-loop/tick-shape.js';
import { stopRequest } from './stop-request.js';
import { traceFields } from './tracing/current-trace.js';

export interface RunOptions {
  /** The process without which it does not want to run. */
  readonly parent?: number;
  /** Bring the database to this release, and end. */
  readonly migrateOnly?: boolean;
}

/** Runs the service until it is told to stop; the exit code is in the process when it resolves. */
export const main = async ({ parent, migrateOnly = false }: RunOptions): Promise<void> => {
  keepTickShape();
  // Listened for from the first moment: a signal during the start stops it in good order too.
  const stop = stopRequest(parent);
  let log: Logger | undefined;
  let database: OpenDatabase | undefined;
  try {
    const settings = readSettings(loadEnvironment());
    log = openLog(settings.logLevel, settings.tracing && traceFields);
    if (migrateOnly) {
      database = await openDatabase(settings, log);
      return;
    }
    // The database starts while the modules of the application are loaded.
    const application = import('./serve.js');
    database = await openDatabase(settings, log);
    const { serve } = await application;
    await serve({ settings, databaseUrl: database.url, log }, stop);
  } catch (error) {
    reportFailure(error);
    process.exitCode = 1;
  } finally {
    await database?.close();
    if (database !== undefined) log?.info(migrateOnly ? 'migrated' : 'stopped');
  }
};

/** One line where a person can do something about it, the whole stack where the fault is ours. */
const reportFailure = (error: unknown): void => {
  const text =
    error instanceof StartFailure
      ? error.message
      : `the service failed. ${error instanceof Error ? error.stack : String(error)}`;
  process.stderr.write(`quartermaster: ${text}\n`);
};
