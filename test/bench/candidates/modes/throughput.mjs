// What candidates cost beside bare Fastify, beside the path that asks the database, and beside what
// anybody would write: as many requests as a server takes, over some connections.
import { requests } from '../catalog.mjs';
import { atLeast, printGoals } from '../goals.mjs';
import { requestBytes } from '../http.mjs';
import { BUSY_HEAD, BUSY_LEGEND, busyCell } from '../own-load.mjs';
import { compare, warmUp } from '../rounds.mjs';
import { startServer } from '../servers.mjs';
import { CONNECTIONS, LARGEST, SIZES, USUAL_CONNECTIONS } from '../settings.mjs';
import { answerOf, KINDS, messagesOf, startService, startWholeService } from '../stage.mjs';
import { head, medianOf, ratioOf, row, spreadOf } from '../tables.mjs';

const BASES = {
  '÷ hello': 'Fastify hello',
  '÷ same bytes': 'Fastify, same bytes',
  '÷ database': 'database',
  '÷ prepared': 'prepared statement',
};

const HEAD = [
  'tools',
  'connections',
  'what',
  '/s',
  ...Object.keys(BASES),
  'p50 ms',
  'p99 ms',
  'bytes',
  'CPU µs',
  'hello ÷ CPU',
  'same ÷ CPU',
  'spread',
  BUSY_HEAD,
];

const DATABASE_AT_ONCE = 2;

const LEGEND = `
÷: requests a second beside those of another, in the same round. CPU: of the server alone, without Postgres.
all different: no request comes twice, so that no answer is remembered.
database: the service without its snapshot, which is the reference of all answers; over ${DATABASE_AT_ONCE}
connections at most, as its core is full by then, and more are refused in the end.
prepared statement: Fastify, one named statement, its first 20 rows joined; it authenticates nobody,
measures nothing and does not count what else there is.
${BUSY_LEGEND.trim()}`;

/** Those of a request without a query, and of one with. */
const GOALS = [
  { names: ['candidates', 'candidates, all different'], hello: 0.3, same: 0.5, database: 10 },
  { names: ['candidates, query', 'candidates, query, all different'], hello: 0.2, same: 0.33 },
];

const goalsOf = (found) =>
  GOALS.flatMap(({ names, hello, same, database }) =>
    names.flatMap((name) => {
      const over = (base) => ratioOf(found.get(name), found.get(BASES[base]), 'rate');
      const what = (base) => `${name} ${base}, ${LARGEST} tools, ${USUAL_CONNECTIONS} connections`;
      return [
        atLeast(what('÷ hello'), hello, over('÷ hello')),
        atLeast(what('÷ same bytes'), same, over('÷ same bytes')),
        ...(database === undefined
          ? []
          : [atLeast(what('÷ database'), database, over('÷ database'))]),
      ];
    }),
  );

const startAll = async (url) => {
  const service = await startWholeService(url);
  const bare = await startServer(['test/bench/candidates/rivals/bare.mjs']);
  await fetch(`http://127.0.0.1:${bare.port}/same`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: await answerOf(service),
  });
  return {
    service,
    bare,
    fromDatabase: await startService(url, { env: { QM_SNAPSHOT: 'off' } }),
    prepared: await startServer(['test/bench/candidates/rivals/prepared.mjs'], {
      DATABASE_URL: url,
    }),
  };
};

const targetsOn = ({ service, bare, fromDatabase, prepared }) => {
  const sent = (path) => requests(false).map((body) => requestBytes(path, body));
  return [
    { name: 'Fastify hello', server: bare, messages: [requestBytes('/hello')] },
    { name: 'Fastify, same bytes', server: bare, messages: sent('/same') },
    ...KINDS.map((kind) => ({ name: kind.name, server: service, messages: messagesOf(kind) })),
    {
      name: 'database',
      server: fromDatabase,
      messages: messagesOf(KINDS[0]),
      most: DATABASE_AT_ONCE,
    },
    { name: 'prepared statement', server: prepared, messages: sent('/candidates') },
  ];
};

const print = (size, connections, found) => {
  const [hello, same] = ['÷ hello', '÷ same bytes'].map((base) => found.get(BASES[base]));
  for (const [name, rounds] of found) {
    const cpu = medianOf(rounds, 'cpu');
    row([
      size,
      connections,
      name,
      Math.round(medianOf(rounds, 'rate')),
      ...Object.values(BASES).map((base) => ratioOf(rounds, found.get(base), 'rate').toFixed(3)),
      medianOf(rounds, 'p50').toFixed(2),
      medianOf(rounds, 'p99').toFixed(2),
      Math.round(rounds[0].bytes),
      Math.round(cpu),
      (medianOf(hello, 'cpu') / cpu).toFixed(3),
      (medianOf(same, 'cpu') / cpu).toFixed(3),
      spreadOf(rounds, 'rate'),
      busyCell(rounds),
    ]);
  }
};

export const throughput = {
  name: 'throughput',
  run: async (stage) => {
    head(HEAD);
    const goals = [];
    const memory = [];
    for (const size of SIZES) {
      const servers = await startAll(await stage.catalog(size));
      const targets = targetsOn(servers);
      await warmUp(targets);
      for (const connections of CONNECTIONS) {
        const rounds = await compare(targets, connections);
        const found = new Map(targets.map(({ name }, at) => [name, rounds[at]]));
        print(size, connections, found);
        if (size === LARGEST && connections === USUAL_CONNECTIONS) goals.push(...goalsOf(found));
      }
      memory.push([size, Math.round(servers.service.memoryMb())]);
      for (const server of Object.values(servers)) await server.stop();
    }
    console.log(LEGEND);
    head(['tools', 'MB after all of that']);
    memory.forEach(row);
    printGoals(goals);
  },
};
