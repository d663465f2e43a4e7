// Prints what candidates cost beside bare Fastify, as Markdown. `npm run bench`
// QM_BENCH_SIZES=1000,10000,100000 QM_BENCH_ROUNDS=5 QM_BENCH_MS=1500 QM_BENCH_CONNECTIONS=1,8,32,64
// QM_BENCH_WARM_UP_MS=4000 QM_BENCH_RATE=500
// `npm run bench -- --only start` or throughput, open-loop; several with commas.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedServer } from '../../../dist/api/src/database/embedded/embedded-server.js';
import { migrate } from '../../../dist/api/src/database/migrations/migrate.js';
import { fill, requests } from './catalog.mjs';
import { load, requestBytes } from './load.mjs';
import { longestWait, openLoad } from './open-loop.mjs';
import { pinSelf, startServer } from './servers.mjs';

const numbers = (name, fallback) => (process.env[name] ?? fallback).split(',').map(Number);
const SIZES = numbers('QM_BENCH_SIZES', '1000,10000,100000');
const CONNECTIONS = numbers('QM_BENCH_CONNECTIONS', '1,8,32,64');
const [ROUNDS] = numbers('QM_BENCH_ROUNDS', '5');
const [MS] = numbers('QM_BENCH_MS', '1500');
/** Until all that is asked for often is compiled for good; less, and a busy machine decides. */
const [WARM_UP_MS] = numbers('QM_BENCH_WARM_UP_MS', '4000');
/** Requests a second of the open loop: below what saturates the largest catalog with queries. */
const [RATE] = numbers('QM_BENCH_RATE', '500');
const MODES = ['start', 'throughput', 'open-loop'];
const only = process.argv.indexOf('--only');
const ASKED = only < 0 ? MODES : (process.argv[only + 1] ?? '').split(',');
const unknown = ASKED.filter((mode) => !MODES.includes(mode));
if (unknown.length > 0) throw new Error(`--only knows ${MODES.join(', ')}, not ${unknown}`);
const DIFFERENT = 50_000;
const TOKEN = `qm_bench_${'b'.repeat(32)}`;
const SERVICE = ['apps/start.mjs'];

const median = (values) => [...values].sort((one, other) => one - other)[values.length >> 1];
const spread = (values) => (Math.max(...values) - Math.min(...values)) / median(values);
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
const head = (cells) => {
  console.log('');
  row(cells);
  row(cells.map(() => '---'));
};

/** One after the other in each round, so that what disturbs one disturbs all. */
const compare = async (targets, connections) => {
  const results = targets.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, target] of targets.entries()) {
      const { port, cpuUs } = target.server;
      const before = cpuUs();
      const found = await load({ ...target, port, connections, ms: MS });
      results[at].push({ ...found, cpu: (cpuUs() - before) / found.count });
    }
  }
  return results;
};

const measureSize = async (url, size, folder) => {
  const env = {
    DATABASE_URL: url,
    NODE_ENV: 'production',
    QM_BOOTSTRAP_ADMIN_KEY: TOKEN,
    QM_LOG_LEVEL: 'warn',
    QM_METRICS_PORT: '0',
  };
  const start = await measureStart(env);
  if (ASKED.every((mode) => mode === 'start')) return { size, ...start, usedMb: 0 };
  const service = await startServer(0, SERVICE, env);
  // Its log is silent, so that it costs nothing; it took the other one so long.
  await sleep(1.3 * start.indexed + 500);
  if (ASKED.includes('open-loop')) opened.push(...(await measureOpen(service, size)));
  if (!ASKED.includes('throughput')) {
    const usedMb = service.memoryMb();
    await service.stop();
    return { size, ...start, usedMb };
  }
  const fromDatabase = await startServer(0, SERVICE, { ...env, QM_SNAPSHOT: 'off' });

  const sample = await fetch(`http://127.0.0.1:${service.port}/v1/candidates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(requests(false)[0]),
  });
  const file = join(folder, 'answer.json');
  await writeFile(file, Buffer.from(await sample.arrayBuffer()));
  const bare = await startServer(0, ['test/bench/candidates/bare.mjs', file]);

  const targets = [
    { name: 'Fastify hello', server: bare, messages: [requestBytes('/hello')] },
    {
      name: 'Fastify, same bytes',
      server: bare,
      messages: requests(false).map((body) => requestBytes('/same', body)),
    },
    { name: 'candidates', server: service, messages: messages(false) },
    { name: 'candidates, all different', server: service, messages: messages(false, DIFFERENT) },
    { name: 'candidates, query', server: service, messages: messages(true) },
    {
      name: 'candidates, query, all different',
      server: service,
      messages: messages(true, DIFFERENT),
    },
    { name: 'database', server: fromDatabase, messages: messages(false) },
  ];
  for (const { server, ...target } of targets) {
    await load({ ...target, port: server.port, connections: 8, ms: WARM_UP_MS });
  }
  for (const connections of CONNECTIONS) {
    const [hello, same, ...others] = await compare(targets, connections);
    [hello, same, ...others].forEach((rounds, at) => {
      const over = (base) => median(rounds.map(({ rate }, round) => rate / base[round].rate));
      row([
        size,
        connections,
        targets[at].name,
        Math.round(median(rounds.map(({ rate }) => rate))),
        over(hello).toFixed(3),
        over(same).toFixed(3),
        Math.round(median(rounds.map(({ cpu }) => cpu))),
        (median(hello.map(({ cpu }) => cpu)) / median(rounds.map(({ cpu }) => cpu))).toFixed(3),
        (median(same.map(({ cpu }) => cpu)) / median(rounds.map(({ cpu }) => cpu))).toFixed(3),
        median(rounds.map(({ p50 }) => p50)).toFixed(2),
        median(rounds.map(({ p99 }) => p99)).toFixed(2),
        Math.round(rounds[0].bytes),
        `±${Math.round(50 * spread(rounds.map(({ rate }) => rate)))} %`,
      ]);
    });
  }
  const usedMb = service.memoryMb();
  for (const server of [bare, fromDatabase, service]) await server.stop();
  return { size, ...start, usedMb };
};

const messages = (withQuery, count) =>
  requests(withQuery, count).map((body) => requestBytes('/v1/candidates', body, TOKEN));

/** The same rate whatever the size, so that the sizes can be compared. */
const measureOpen = async ({ port }, size) => {
  const rows = [];
  for (const withQuery of [false, true]) {
    const asked = { port, messages: messages(withQuery), rate: RATE };
    await openLoad({ ...asked, ms: WARM_UP_MS });
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(await openLoad({ ...asked, ms: MS }));
    }
    rows.push({ size, what: withQuery ? 'candidates, query' : 'candidates', rounds });
  }
  return rows;
};

/** A start that nobody disturbs, told by its log. */
const measureStart = async (env) => {
  const service = await startServer(0, SERVICE, { ...env, QM_LOG_LEVEL: 'debug' });
  const indexing = service.whenSaid(/candidates indexed/);
  const stalled = longestWait(service.port, indexing);
  const loaded = await service.whenSaid(/"ms":(\d+)[^\n]*"candidates loaded"/);
  const loadedMb = service.memoryMb();
  const { ms: indexed } = await indexing;
  const stall = await stalled;
  const indexedMb = service.memoryMb();
  await service.stop();
  return { ready: loaded.ms, loading: loaded.match[1], stall, indexed, loadedMb, indexedMb };
};

const isPinned = pinSelf(1);
const folder = await mkdtemp('/dev/shm/quartermaster-bench-');
const server = await startEmbeddedServer({
  dataDir: folder,
  durable: false,
  settings: ['shared_buffers=256MB'],
});
const notes = [];
const opened = [];
try {
  console.log(
    `Node ${process.version}, server on one core and load on ${isPinned ? 'another' : 'any'}, ` +
      `${ROUNDS} interleaved rounds of ${MS} ms, medians of the ratios within a round; ` +
      `load of the machine before: ${loadavg()[0]?.toFixed(1)}`,
  );
  const throughput = [
    'tools',
    'connections',
    'what',
    '/s',
    '÷ hello',
    '÷ same bytes',
    'CPU µs',
    'hello ÷ CPU',
    'same ÷ CPU',
    'p50 ms',
    'p99 ms',
    'bytes',
    'spread',
  ];
  if (ASKED.includes('throughput')) head(throughput);
  for (const size of SIZES) {
    const name = `bench_${size}`;
    const admin = new pg.Client({ connectionString: server.url('postgres') });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    await admin.end();
    await migrate(server.url(name));
    await fill(server.url(name), size);
    notes.push(await measureSize(server.url(name), size, folder));
  }
  if (opened.length > 0) {
    head(['tools', `${RATE}/s`, 'p50 ms', 'p99 ms', 'worst ms', 'p99 spread', 'p50 ÷', 'p99 ÷']);
  }
  for (const { size, what, rounds } of opened) {
    const of = (key, from = rounds) => median(from.map((round) => round[key]));
    const noise = Math.round(50 * spread(rounds.map(({ p99 }) => p99)));
    // Beside the same of the first size.
    const base = opened.find((one) => one.what === what)?.rounds ?? rounds;
    const over = ['p50', 'p99'].map((key) => (of(key) / of(key, base)).toFixed(2));
    const times = ['p50', 'p99', 'most'].map((key) => of(key).toFixed(2));
    row([size, what, ...times, `±${noise} %`, ...over]);
  }
  head([
    'tools',
    'ready ms',
    'loading ms',
    'longest wait ms',
    'searchable ms',
    'MB ready',
    'searchable',
    'at the end',
  ]);
  for (const { size, ready, loading, stall, indexed, loadedMb, indexedMb, usedMb } of notes) {
    const cells = [size, ready, loading, stall, indexed, loadedMb, indexedMb, usedMb];
    row(cells.map((value) => Math.round(Number(value))));
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
