import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { AppOptions } from './app.module.js';
import { createApp } from './app.setup.js';
import { BootstrapAdmin } from './auth/bootstrap-admin.js';
import { CheckWorkers } from './comparison/check-workers.js';
import type { Settings } from './config/env.js';
import { AuditDatabase } from './database/audit-database.js';
import { KeepCheckpoints } from './features/audit/keep-checkpoints.js';
import { KeepPartitions } from './features/audit/keep-partitions.js';
import { CandidatesSnapshot } from './features/candidates/snapshot/candidates-snapshot.js';
import { TokenCounts } from './features/candidates/token-counts.js';
import { Drain } from './http/drain.js';
import { listen } from './http/listen.js';
import { MetricsServer } from './metrics/metrics-server.js';
import type { StopReason } from './stop-request.js';

const SHUTDOWN_LIMIT_MS = 40_000;

/**
 * Answers requests until `stop` resolves; those that have begun by then are answered for as long as
 * `Drain` has patience, and cut off after.
 */
export const serve = async (options: AppOptions, stop: Promise<StopReason>): Promise<void> => {
  const app = await createApp(options);
  try {
    await welcome(app, options.settings);
    void warmUpWorkers(app);
    void app.get(TokenCounts).warmUp();
    options.log.info({ reason: await stop }, 'stopping');
  } finally {
    await shutDown(app, options.log);
    app.get(MetricsServer).close();
  }
};

const welcome = async (app: NestFastifyApplication, settings: Settings): Promise<void> => {
  const admin = app.get(BootstrapAdmin);
  const { host, port, bootstrapAdminKey: configured } = settings;
  if (configured !== undefined) await admin.ensureConfigured(configured);
  await app.get(AuditDatabase).start();
  await app.get(KeepCheckpoints).start();
  app.get(KeepPartitions).start();
  const metrics = await app.get(MetricsServer).open();
  const address = await listen(app.getHttpServer(), { host, port, setting: 'PORT' }, () =>
    app.listen({ host, port }),
  );
  // Not before: a start that fails for its port must not spend the key that is shown only once.
  const token = configured === undefined ? await admin.ensureAny() : null;
  if (token !== null) process.stdout.write(`Admin key (shown this once, keep it): ${token}\n`);
  if (metrics !== null) process.stdout.write(`Metrics: ${metrics}\n`);
  process.stdout.write(`Quartermaster is ready at ${address}\nDocumentation: ${address}/docs\n`);
};

/** Where they share a core, whoever asks for candidates would wait for what nobody has asked for. */
const warmUpWorkers = async (app: NestFastifyApplication): Promise<void> => {
  await app.get(CandidatesSnapshot).loaded();
  if (!app.get(Drain).isDraining) app.get(CheckWorkers).warmUp();
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
