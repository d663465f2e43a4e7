import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.setup.js';
import { BootstrapAdmin } from './auth/bootstrap-admin.js';
import { loadEnvironment, readSettings, type Settings } from './config/env.js';
import { openLog } from './config/log.js';
import { StartFailure } from './config/start-failure.js';
import { openDatabase, type OpenDatabase } from './database/open-database.js';
import { Drain } from './http/drain.js';
import { listen } from './http/listen.js';
import { stopRequest } from './stop-request.js';

const SHUTDOWN_LIMIT_MS = 40_000;

/**
 * Runs the service until it is told to stop; the exit code is in the process when it resolves.
 * `parent` is the process without which it does not want to run.
 */
export const main = async ({ parent }: { readonly parent?: number }): Promise<void> => {
  // Listened for from the first moment: a signal during the start stops it in good order too.
  const stop = stopRequest(parent);
  let log: Logger | undefined;
  let database: OpenDatabase | undefined;
  try {
    const settings = readSettings(loadEnvironment());
    log = openLog(settings.logLevel);
    database = await openDatabase(settings, log);
    const app = await createApp({ settings, databaseUrl: database.url, log });
    try {
      await welcome(app, settings);
      log.info({ reason: await stop }, 'stopping');
    } finally {
      await shutDown(app, log);
    }
  } catch (error) {
    reportFailure(error);
    process.exitCode = 1;
  } finally {
    await database?.close();
    if (database !== undefined) log?.info('stopped');
  }
};

const welcome = async (app: NestFastifyApplication, settings: Settings): Promise<void> => {
  const token = await app.get(BootstrapAdmin).ensure(settings.bootstrapAdminKey);
  // At once: should listening fail, this key is stored and will not be shown again.
  if (token !== null) process.stdout.write(`Admin key (shown this once, keep it): ${token}\n`);
  const address = await listen(app, settings);
  process.stdout.write(`Quartermaster is ready at ${address}\nDocumentation: ${address}/docs\n`);
};

/** A fault in the end of the work must not keep the process from ending. */
const shutDown = async (app: NestFastifyApplication, log: Logger): Promise<void> => {
  const endSweep = app.get(Drain).begin(app.getHttpAdapter().getInstance());
  const limit = sleep(SHUTDOWN_LIMIT_MS, undefined, { ref: false }).then(() => {
    log.error('the shutdown took too long');
    process.exit(1);
  });
  await Promise.race([app.close(), limit]);
  endSweep();
};

/** One line where a person can do something about it, the whole stack where the fault is ours. */
const reportFailure = (error: unknown): void => {
  const text =
    error instanceof StartFailure
      ? error.message
      : `the service failed. ${error instanceof Error ? error.stack : String(error)}`;
  process.stderr.write(`quartermaster: ${text}\n`);
};
