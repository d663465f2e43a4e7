// What registrations cost, over HTTP and beside it, on a service and a server that are there.
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuUsOf } from '../candidates/cpu.mjs';
import { bulks, byCopy, openClients, overConnections, overHttp, puts } from './clients.mjs';
import { item, NAMESPACE, newItems } from './manifests.mjs';
import { allWrites, bareStatement, copies } from './rows.mjs';

const MOST_CONNECTIONS = 16;

/**
 * Rounds of all targets one after the other, each on tools of its own: how many registrations a second,
 * and how much CPU each took of the service and of PostgreSQL. `scale` multiplies how many there are.
 */
export const measureRegistrations = async ({
  url,
  postmaster,
  service,
  token,
  rounds,
  scale = 1,
}) => {
  const [owner] = await openClients(url, 1, 'SELECT 1');
  const clients = await openClients(url, MOST_CONNECTIONS);
  const context = { url, postmaster, service, token, owner, clients, scale };
  const results = new Map();
  try {
    await warmUp(context);
    for (let round = 0; round < rounds; round += 1) {
      for (const [target, found] of await oneRound(context)) {
        results.set(target, [...(results.get(target) ?? []), found]);
      }
    }
    return results;
  } finally {
    await Promise.all([owner, ...clients].map((client) => client.end()));
  }
};

const warmUp = async (context) => {
  await overHttp(context.service.port, puts(newItems(1), context.token), 1, 201);
  for (let at = 0; at < 2; at += 1) await oneRound(context);
};

const oneRound = async (context) => {
  const found = [];
  const { scale } = context;
  const known = [];
  for (const [name, count, connections, way] of TARGETS) {
    const items = newItems(Math.round(count * scale));
    if (way !== copy) known.push(...items);
    found.push([`new tool, ${name}`, await target(context, items, connections, way)]);
  }
  await enable(context, known);
  let at = 0;
  for (const [name, count, connections, way] of TARGETS) {
    const wanted = Math.min(Math.round(count * scale), known.length - at);
    const items = known
      .slice(at, at + wanted)
      .map(({ tool_id: id }) => item(numberOf(id), '1.1.0'));
    at += wanted;
    if (wanted > 0)
      found.push([`new version, ${name}`, await target(context, items, connections, way)]);
  }
  return found;
};

const numberOf = (toolId) => Number(/\d+$/.exec(toolId)[0]);

/** What a registration is compared with is what was served. */
const enable = async ({ owner }, items) => {
  const ids = [items.map(({ tool_id: id }) => id)];
  await owner.query(
    `UPDATE tool SET ever_left_draft = true, servable = true WHERE tool_id = ANY($1)`,
    ids,
  );
  await owner.query(
    `UPDATE tool_version SET state = 'enabled', ever_enabled = true WHERE tool_id = ANY($1)`,
    ids,
  );
  // Until the replica has followed, and the tables are known to have grown.
  await owner.query('ANALYZE');
  await sleep(1_500);
};

const target = async (context, items, connections, way) => {
  const run = await way(context, items, connections);
  const { postmaster, service } = context;
  const before = [service.cpuUs(), cpuUsOf(postmaster)];
  const seconds = await run();
  return {
    rate: items.length / seconds,
    serviceUs: (service.cpuUs() - before[0]) / items.length,
    postgresUs: (cpuUsOf(postmaster) - before[1]) / items.length,
  };
};

const single = ({ service, token }, items, connections) => {
  const messages = puts(items, token);
  return () => overHttp(service.port, messages, connections, 201);
};

const bulk = ({ service, token }, items, connections) => {
  const messages = bulks(items, token);
  return () => overHttp(service.port, messages, connections, 200);
};

const bare = async ({ owner, clients }, items, connections) => {
  const statements = (await allWrites(owner, items)).map(bareStatement);
  return () => overConnections(clients.slice(0, connections), statements);
};

const copy = async ({ owner }, items) => {
  const writes = await allWrites(owner, items);
  const { rows } = await owner.query(
    'SELECT audit_seq::int AS seq, audit_hash AS hash FROM catalog_head',
  );
  const ready = copies(writes, rows[0]);
  return () => byCopy(owner, ready);
};

const TARGETS = [
  ['HTTP single, 1 connection', 150, 1, single],
  ['bare function, 1 connection', 300, 1, bare],
  ['HTTP single, 16 connections', 600, 16, single],
  ['bare function, 16 connections', 900, 16, bare],
  ['HTTP bulk, 1 connection', 600, 1, bulk],
  ['HTTP bulk, 4 connections', 1_000, 4, bulk],
  ['COPY', 2_000, 1, copy],
];

/** Which is told as a share of which. */
export const BASES = new Map([
  ['HTTP single, 1 connection', 'bare function, 1 connection'],
  ['HTTP single, 16 connections', 'bare function, 16 connections'],
  ['HTTP bulk, 1 connection', 'COPY'],
  ['HTTP bulk, 4 connections', 'COPY'],
]);

export { NAMESPACE };
