// Prints what registrations cost beside the bare function and COPY, as Markdown.
// `npm run bench:registrations`; QM_BENCH_ROUNDS=5, QM_BENCH_SCALE=1 for fewer or more of them.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { startEmbeddedServer } from '../../../dist/api/src/database/embedded/embedded-server.js';
import { migrate } from '../../../dist/api/src/database/migrations/migrate.js';
import { pinSelf, startServer } from '../candidates/servers.mjs';
import { BASES, measureRegistrations } from './measure.mjs';

const ROUNDS = Number(process.env.QM_BENCH_ROUNDS ?? '5');
const SCALE = Number(process.env.QM_BENCH_SCALE ?? '1');
const TOKEN = `qm_bench_${'b'.repeat(32)}`;

const median = (values) => [...values].sort((one, other) => one - other)[values.length >> 1];
const spread = (values) => (Math.max(...values) - Math.min(...values)) / median(values);
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);

const baseOf = (name) => {
  const [what, ...way] = name.split(', ');
  const base = BASES.get(way.join(', '));
  return base === undefined ? undefined : `${what}, ${base}`;
};

const print = (results) => {
  row(['what', 'registrations/s', '÷ its measure', 'service CPU µs', 'Postgres CPU µs', 'spread']);
  row(Array.from({ length: 6 }, () => '---'));
  for (const [name, rounds] of results) {
    const base = results.get(baseOf(name));
    const share = base && median(rounds.map(({ rate }, round) => rate / base[round].rate));
    row([
      name,
      Math.round(median(rounds.map(({ rate }) => rate))),
      share === undefined ? '' : share.toFixed(3),
      Math.round(median(rounds.map(({ serviceUs }) => serviceUs))),
      Math.round(median(rounds.map(({ postgresUs }) => postgresUs))),
      `±${Math.round(50 * spread(rounds.map(({ rate }) => rate)))} %`,
    ]);
  }
};

const isPinned = pinSelf();
const folder = await mkdtemp('/dev/shm/quartermaster-bench-');
const server = await startEmbeddedServer({ dataDir: folder, settings: ['shared_buffers=256MB'] });
try {
  const url = server.url('postgres');
  await migrate(url);
  const service = await startServer(process.env.QM_BENCH_NODE?.split(' ') ?? ['apps/start.mjs'], {
    DATABASE_URL: url,
    NODE_ENV: 'production',
    QM_BOOTSTRAP_ADMIN_KEY: TOKEN,
    QM_LOG_LEVEL: 'warn',
    QM_METRICS_PORT: '0',
  });
  try {
    console.log(
      `Node ${process.version}, service on one core, PostgreSQL and load on ${isPinned ? 'another' : 'any'}, ` +
        `${ROUNDS} interleaved rounds, medians of the ratios within a round; ` +
        `load of the machine before: ${loadavg()[0]?.toFixed(1)}\n`,
    );
    const postmaster = server.pid();
    print(
      await measureRegistrations({
        url,
        postmaster,
        service,
        token: TOKEN,
        rounds: ROUNDS,
        scale: SCALE,
      }),
    );
  } finally {
    await service.stop();
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
