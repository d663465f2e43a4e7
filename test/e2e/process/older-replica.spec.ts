import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readMigrations } from '../../../apps/api/src/database/migrations/migration-folder.js';
import { CandidatesSnapshot } from '../../../apps/api/src/features/candidates/snapshot/candidates-snapshot.js';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf } from '../../support/caller.js';
import { firstManifestOf, OPEN_POLICY, pathOf } from '../../support/catalog.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';
import { inDays, BECAUSE, bring, makeCrew, type Crew } from '../../support/lifecycle.js';

/** Written by code that knows the columns of the first migration, as a replica not yet upgraded. */
interface Column {
  readonly table: string;
  readonly name: string;
}

let source: TestApp;
let newer: TestApp;
let first: TestDatabase;
let crew: Crew;
let columns: ReadonlyMap<string, string>;

beforeAll(async () => {
  [source, newer, first] = await Promise.all([startApp(), startApp(), createDatabase()]);
  crew = await makeCrew(source);
  await fill(crew);
  const [oldest] = await readMigrations();
  await first.query('DROP SCHEMA public CASCADE');
  await first.query('CREATE SCHEMA public');
  await first.query(oldest?.sql ?? '');
  columns = await columnsOf(first);
});
afterAll(async () => {
  await Promise.all([source.stop(), newer.stop(), first.drop()]);
});

/** A row in every table at least. */
const fill = async ({ publisher, reviewer }: Crew): Promise<void> => {
  await bring(crew, 'support.old', 'enabled');
  await publisher
    .post(`${pathOf('support.old', '1.0.0')}/evidence`)
    .set('idempotency-key', 'old-replica')
    .send({ kind: 'test', url: 'https://ci.example.com/1', passed_at: '2026-01-02T03:04:05Z' })
    .expect(201);
  await reviewer
    .post(`${pathOf('support.old', '1.0.0')}/waivers`)
    .send({ gate: 'smoke', expires_at: inDays(30), ...BECAUSE })
    .expect(201);
  const wider = { ...OPEN_POLICY, risk_level: 'L1', ...BECAUSE };
  await bring(
    crew,
    'support.narrow',
    'enabled',
    firstManifestOf({ policy: { ...OPEN_POLICY, allowed_roles: ['operator'] } }),
  );
  await publisher
    .put('/v1/tools/support.narrow/policy')
    .set('if-match', '"1"')
    .send(wider)
    .expect(202);
};

const columnsOf = async (database: TestDatabase): Promise<Map<string, string>> => {
  const rows = await database.query<Column>(
    `SELECT table_name AS table, column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY 1, ordinal_position`,
  );
  const found = new Map<string, string>();
  for (const { table, name } of rows) {
    const before = found.get(table);
    found.set(table, before === undefined ? `"${name}"` : `${before}, "${name}"`);
  }
  return found;
};

/** Parents first. */
const ORDER = [
  ['namespace', 'api_key', 'audit_event', 'idempotent_answer'],
  ['tool'],
  ['tool_version', 'policy_revision', 'policy_proposal', 'presentation_revision'],
  ['approval', 'evidence', 'waiver'],
].flat();

const write = async (client: pg.Client, table: string): Promise<void> => {
  const known = columns.get(table) ?? '';
  const [rows] = await source.database.query<{ text: string; count: string }>(
    `SELECT coalesce(json_agg(t), '[]')::text AS text, count(*) FROM (SELECT ${known} FROM ${table}) AS t`,
  );
  expect([table, Number(rows?.count) > 0]).toEqual([table, true]);
  await client.query(
    `INSERT INTO ${table} (${known}) SELECT ${known} FROM json_populate_recordset(NULL::${table}, $1::json)
     ON CONFLICT DO NOTHING`,
    [rows?.text],
  );
};

/** One transaction, with what is last in each of the first release. */
const inTransaction = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: newer.database.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('UPDATE catalog_head SET revision = revision + 1 WHERE id = 1');
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
};

const offered = async (): Promise<string[]> => {
  const asked = { tenant: 'acme', roles: ['operator'], task_type: 'any' };
  const { body } = await adminOf(newer).post('/v1/candidates').send(asked).expect(200);
  return (body as { tools: { tool_id: string }[] }).tools.map(({ tool_id: toolId }) => toolId);
};

describe('beside a replica that is not yet upgraded', () => {
  it('every table takes the rows that it writes, and what it offers is offered', async () => {
    expect([...columns.keys()].sort()).toEqual(['catalog_head', ...ORDER].sort());
    expect(await offered()).toEqual([]);
    await inTransaction(async (client) => {
      for (const table of ORDER) await write(client, table);
    });
    expect(await offered()).toEqual(['support.narrow', 'support.old']);
    const read = await adminOf(newer).get(pathOf('support.old', '1.0.0')).expect(200);
    const asWritten = await adminOf(source).get(pathOf('support.old', '1.0.0')).expect(200);
    expect(read.body).toEqual(asWritten.body);
  });

  it('what it writes of other things makes nobody load the catalog anew', async () => {
    const snapshot = newer.app.get(CandidatesSnapshot);
    while (snapshot.current === undefined) await sleep(1);
    await offered();
    const held = snapshot.current;
    await inTransaction((client) =>
      client.query(`UPDATE tool SET owner = 'somebody' WHERE tool_id = 'support.old'`),
    );
    await offered();
    expect(snapshot.current).toBe(held);
  });

  it('what it hides is hidden at once', async () => {
    await inTransaction(async (client) => {
      await client.query(
        `UPDATE tool_version SET state = 'disabled' WHERE tool_id = 'support.old'`,
      );
      await client.query(`UPDATE tool SET servable = false WHERE tool_id = 'support.old'`);
    });
    expect(await offered()).toEqual(['support.narrow']);
  });
});
