// What the modes play on: one Postgres with a catalog of each size, and services on it.
import { mkdtemp, rm } from 'node:fs/promises';
import pg from 'pg';
import { startEmbeddedServer } from '../../../dist/api/src/database/embedded/embedded-server.js';
import { migrate } from '../../../dist/api/src/database/migrations/migrate.js';
import { fill, requests } from './catalog.mjs';
import { requestBytes } from './http.mjs';
import { startServer } from './servers.mjs';

export const TOKEN = `qm_bench_${'b'.repeat(32)}`;

/** Of a service on a database. */
export const environmentOf = (url) => ({
  DATABASE_URL: url,
  NODE_ENV: 'production',
  QM_BOOTSTRAP_ADMIN_KEY: TOKEN,
  QM_LOG_LEVEL: 'warn',
  QM_METRICS_PORT: '0',
});

/** What agents ask: again and again the same, or so many that no answer is remembered for long. */
export const KINDS = [
  { name: 'candidates', withQuery: false },
  { name: 'candidates, all different', withQuery: false, different: 50_000 },
  { name: 'candidates, query', withQuery: true },
  { name: 'candidates, query, all different', withQuery: true, different: 50_000 },
];

export const messagesOf = ({ withQuery, different }) =>
  requests(withQuery, different).map((body) => requestBytes('/v1/candidates', body, TOKEN));

/** The bytes of one answer. */
export const answerOf = async ({ port }, body = requests(false)[0]) => {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/candidates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  return Buffer.from(await answer.arrayBuffer());
};

/** `imports` are modules that the process loads before the service, which is `start`. */
export const startService = (url, { env = {}, imports = [], start = 'apps/start.mjs' } = {}) =>
  startServer([...imports.flatMap((module) => ['--import', module]), start], {
    ...environmentOf(url),
    ...env,
  });

/** One that answers from memory, queries too: the first of them is kept waiting until it can. */
export const startWholeService = async (url, options) => {
  const service = await startService(url, options);
  await answerOf(service, requests(true)[0]);
  return service;
};

export const openStage = async () => {
  const folder = await mkdtemp('/dev/shm/quartermaster-bench-');
  const server = await startEmbeddedServer({
    dataDir: folder,
    durable: false,
    settings: ['shared_buffers=256MB'],
  });

  /** A new database of this release without anything in it; its URL. */
  const emptyDatabase = async (name) => {
    const admin = new pg.Client({ connectionString: server.url('postgres') });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    await admin.end();
    await migrate(server.url(name));
    return server.url(name);
  };

  const filled = new Map();
  const fillNew = async (size) => {
    const url = await emptyDatabase(`bench_${size}`);
    await fill(url, size);
    return url;
  };

  return {
    emptyDatabase,
    /** The URL of a database with so many tools, which all modes read and none changes. */
    catalog: (size) => {
      if (!filled.has(size)) filled.set(size, fillNew(size));
      return filled.get(size);
    },
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
