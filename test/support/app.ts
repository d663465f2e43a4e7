import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../apps/api/src/app.setup.js';
import { BootstrapAdmin } from '../../apps/api/src/auth/bootstrap-admin.js';
import type { WorkerSettings } from '../../apps/api/src/comparison/worker-settings.js';
import { readSettings } from '../../apps/api/src/config/env.js';
import { openLog } from '../../apps/api/src/config/log.js';
import type { JsonObject } from '#core/json/value.js';
import { ApiDocument } from '../../apps/api/src/features/docs/api-document.js';
import { createDatabase, type TestDatabase } from './database.js';
import { watchAnswers } from './openapi-truth.js';

export interface TestApp {
  readonly app: NestFastifyApplication;
  readonly database: TestDatabase;
  /** For supertest: `request(app.server).get('/livez')`. */
  readonly server: ReturnType<NestFastifyApplication['getHttpServer']>;
  stop(): Promise<void>;
}

/** The admin that every test app starts with. */
export const ADMIN_TOKEN = `qm_admin_${'a'.repeat(32)}`;

/** The whole service on a database of its own; `env` are settings as the environment has them. */
export const startApp = async (
  env: Readonly<Record<string, string>> = {},
  workers: Partial<WorkerSettings> = {},
): Promise<TestApp> => {
  const database = await createDatabase();
  const app = await startReplica(database, env, workers);
  return {
    ...app,
    stop: async () => {
      try {
        await app.stop();
      } finally {
        await database.drop();
      }
    },
  };
};

/** One more instance of the service on a database that is there already. */
export const startReplica = async (
  database: TestDatabase,
  env: Readonly<Record<string, string>> = {},
  workers: Partial<WorkerSettings> = {},
): Promise<TestApp> => {
  const settings = readSettings({ QM_LOG_LEVEL: 'silent', ...env });
  const app = await createApp({
    settings,
    databaseUrl: database.url,
    log: openLog(settings.logLevel),
    // Beside other tests on every core, a worker that waits for all of them would never begin.
    workers: { niceness: 0, ...workers },
  });
  await app.get(BootstrapAdmin).ensureConfigured(ADMIN_TOKEN);
  const document = JSON.parse(app.get(ApiDocument).json()) as JsonObject;
  const untruths = watchAnswers(app.getHttpServer(), document);
  return {
    app,
    database,
    server: app.getHttpServer(),
    stop: async () => {
      await app.close();
      // Whatever a test was about, no answer in it may differ from its documentation.
      expect(untruths).toEqual([]);
    },
  };
};
