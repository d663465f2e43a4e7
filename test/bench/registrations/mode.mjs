// What registrations cost beside the bare function and COPY, on a Postgres that keeps what it promised.
// QM_BENCH_SCALE for fewer or more of them, QM_BENCH_NODE for another service than that of this checkout.
import { mkdtemp, rm } from 'node:fs/promises';
import { startEmbeddedServer } from '../../../dist/api/src/database/embedded/embedded-server.js';
import { migrate } from '../../../dist/api/src/database/migrations/migrate.js';
import { atLeast, printGoals } from '../candidates/goals.mjs';
import { startServer } from '../candidates/servers.mjs';
import { ROUNDS } from '../candidates/settings.mjs';
import { environmentOf, TOKEN } from '../candidates/stage.mjs';
import { head, medianOf, ratioOf, row, spreadOf } from '../candidates/tables.mjs';
import { BASES, measureRegistrations } from './measure.mjs';

const SCALE = Number(process.env.QM_BENCH_SCALE ?? '1');
const SERVICE = process.env.QM_BENCH_NODE?.split(' ') ?? ['apps/start.mjs'];

const HEAD = ['what', '/s', '÷ its measure', 'service CPU µs', 'Postgres CPU µs', 'spread'];

const GOALS = {
  COPY: 0.2,
  'bare function, 1 connection': 0.6,
  'bare function, 16 connections': 0.6,
};

/** What a result is a share of, by its name and by what it is told of. */
const measureOf = (name, results) => {
  const [what, ...way] = name.split(', ');
  const base = BASES.get(way.join(', '));
  return { base, rounds: results.get(`${what}, ${base}`) };
};

const print = (results) => {
  head(HEAD);
  const goals = [];
  for (const [name, rounds] of results) {
    const measure = measureOf(name, results);
    const share = measure.rounds && ratioOf(rounds, measure.rounds, 'rate');
    row([
      name,
      Math.round(medianOf(rounds, 'rate')),
      share?.toFixed(3) ?? '',
      Math.round(medianOf(rounds, 'serviceUs')),
      Math.round(medianOf(rounds, 'postgresUs')),
      spreadOf(rounds, 'rate'),
    ]);
    if (share !== undefined) {
      goals.push(atLeast(`${name} ÷ ${measure.base}`, GOALS[measure.base], share));
    }
  }
  printGoals(goals);
};

const measureOn = async (server) => {
  const url = server.url('postgres');
  await migrate(url);
  const service = await startServer(SERVICE, environmentOf(url));
  try {
    const postmaster = server.pid();
    const asked = { url, postmaster, service, token: TOKEN, rounds: ROUNDS, scale: SCALE };
    print(await measureRegistrations(asked));
  } finally {
    await service.stop();
  }
};

export const registrations = {
  name: 'registrations',
  run: async () => {
    const folder = await mkdtemp('/dev/shm/quartermaster-bench-');
    const settings = ['shared_buffers=256MB'];
    const server = await startEmbeddedServer({ dataDir: folder, settings });
    try {
      await measureOn(server);
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
