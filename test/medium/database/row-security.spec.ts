import pg from 'pg';
import type { Grant } from '#core/policy/grant.js';
import { pino } from 'pino';
import { Database, type Tx } from '../../../apps/api/src/database/database.js';
import { AS_APP, AS_SERVICE } from '../../../apps/api/src/database/roles/app-role.js';
import { ALL, IN_ORDER } from '../../../apps/api/src/features/candidates/snapshot/snapshot-rows.js';
import { EVERYTHING, seeing, sightOf, type Sight } from '../../../apps/api/src/database/sight.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

/**
 * Each row of a namespace names it. Beside what belongs to `foreign`, an agent is withheld what its
 * grant does not reach; `mine` and `shown` is what there is for whom.
 */
const FILLED = ['mine', 'foreign'];

const fill = (ns: string): string => `
  INSERT INTO namespace (namespace, namespace_key) VALUES ('${ns}', '${ns}');
  INSERT INTO tool (tool_id, tool_key, namespace, owner, policy_digest, risk_rank, requires_approval,
    allowed_roles, allowed_tenants, task_types, servable)
  SELECT id, id, '${ns}', 'o', '', risk, false, roles, tenants, '{*}', servable FROM (VALUES
    ('${ns}.shown', 1, ARRAY['operator'], ARRAY['*'], true),
    ('${ns}.withheld-role', 1, ARRAY['banker'], ARRAY['*'], true),
    ('${ns}.withheld-tenant', 1, ARRAY['*'], ARRAY['${ns}-globex'], true),
    ('${ns}.withheld-risk', 3, ARRAY['*'], ARRAY['*'], true),
    ('${ns}.withheld-off', 1, ARRAY['*'], ARRAY['*'], false)
  ) AS t(id, risk, roles, tenants, servable);
  INSERT INTO tool_version (tool_id, version, version_key, state, contract, contract_digest, description,
    "check", created_by)
  SELECT tool_id, v, v, state::version_state, CASE state WHEN 'draft' THEN 'withheld' ELSE '{}' END, '',
    tool_id, '', 'c'
  FROM tool, (VALUES ('1.0.0', 'enabled'), ('2.0.0', 'draft')) AS s(v, state)
  WHERE namespace = '${ns}';
  INSERT INTO approval (tool_version_id, subject, contract_digest, approved_at)
  SELECT id, tool_id, '', now() FROM tool_version WHERE tool_id LIKE '${ns}.%';
  INSERT INTO evidence (tool_version_id, kind, url, passed_at, contract_digest, submitted_by, submitted_at)
  SELECT id, 'test', tool_id, now(), '', 's', now() FROM tool_version WHERE tool_id LIKE '${ns}.%';
  INSERT INTO waiver (tool_version_id, gate, reason, expires_at, contract_digest, granted_by, granted_at)
  SELECT id, 'smoke', tool_id, now(), '', 'g', now() FROM tool_version WHERE tool_id LIKE '${ns}.%';
  INSERT INTO version_vector (model, tool_version_id, text_digest, claimed_until)
  SELECT tool_id, id, '', now() FROM tool_version WHERE tool_id LIKE '${ns}.%';
  INSERT INTO policy_revision (tool_id, policy_version, policy_digest, risk_rank, requires_approval,
    allowed_roles, changed_by, changed_at)
  SELECT tool_id, 1, '', 1, false, '{}', 'c', now() FROM tool WHERE namespace = '${ns}';
  INSERT INTO policy_proposal (id, tool_id, base_policy_version, risk_rank, requires_approval, reason,
    author, created_at)
  SELECT 'p-' || tool_id, tool_id, 1, 1, false, 'r', 'a', now() FROM tool WHERE namespace = '${ns}';
  INSERT INTO presentation_revision (tool_id, presentation_version, owner, changed_by, changed_at)
  SELECT tool_id, 1, 'o', 'c', now() FROM tool WHERE namespace = '${ns}';
  INSERT INTO audit_event (seq, hash, event, at, actor, action, tool_id, namespace)
  SELECT coalesce((SELECT max(seq) FROM audit_event), 0) + 1, '', '{}', now(), 'a', 'b',
    '${ns}.shown', '${ns}';
  INSERT INTO api_key (id, token_hash, subject, kind, permissions, scopes, created_by)
  VALUES ('key-${ns}', '${ns}', 's', 'agent', '{}', '{"namespaces":["${ns}"],"tenants":["${ns}-globex"]}', 'c');
  INSERT INTO api_key (id, token_hash, subject, kind, permissions, scopes, created_by)
  VALUES ('key-${ns}-everywhere', '${ns}-everywhere', 's', 'person', '{read}', '{}', 'c');
  INSERT INTO audit_key (key_id, public_key) VALUES ('key-${ns}', '');
  INSERT INTO audit_checkpoint (seq, key_id, checkpoint, at) VALUES (1, 'key-${ns}', '', now());
  INSERT INTO audit_release (last_seq, partition, checkpoint, export_sha256)
  SELECT count(*), 'key-${ns}', '', '' FROM audit_release;
  INSERT INTO rate_bucket (bucket, tokens, capacity, per_second, updated_at)
  VALUES ('key-${ns}', 1, 1, 1, now());
  INSERT INTO webhook (id, url, namespaces, actions, secret, created_by, created_at, position_seq,
    position_hash)
  VALUES ('wh-${ns}', '', '{${ns}}', '{}', '', 'c', now(), 0, '');
  INSERT INTO webhook_dead_letter (id, webhook_id, seq, hash, namespace, action, event, attempts,
    last_error, given_up_at)
  VALUES ('dl-${ns}', 'wh-${ns}', 1, '', '${ns}', 'a', '{}', 1, '', now());
  INSERT INTO tool_served (tool_id, day, version, tenant, roles, answers)
  SELECT tool_id, now(), '1.0.0', 't', '[]', 1 FROM tool WHERE namespace = '${ns}';
  INSERT INTO idempotent_answer (caller, key, fingerprint, locked_until)
  VALUES ('key-${ns}', 'k', '', now());`;

/** Of these there is one row for everybody, or none that names a namespace. */
const UNNAMED = ['catalog_head'];
/** Holds nothing of the catalog. */
const EXEMPT = ['_prisma_migrations'];

const grants = {
  'a publisher': { permissions: ['publish'], namespaces: ['mine'] },
  'a reviewer': { permissions: ['review'], namespaces: ['mine'] },
  'a reader': { permissions: ['read'], namespaces: ['mine'] },
  'an auditor': { permissions: ['audit'], namespaces: ['mine'] },
  'an agent': { permissions: ['candidates'], tenants: ['acme'], roles: ['operator'] },
  'an agent in one namespace': {
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: ['operator'],
    namespaces: ['mine'],
  },
  'a publisher of nothing': { permissions: ['publish'] },
  'an admin': { permissions: ['admin'], namespaces: ['mine'] },
} as const satisfies Record<string, Grant>;

type Who = keyof typeof grants;

/** Nothing that says so may come back. */
const HIDDEN: Readonly<Record<Who, RegExp>> = {
  'a publisher': /foreign/,
  'a reviewer': /foreign/,
  'a reader': /foreign/,
  'an auditor': /foreign/,
  'an agent': /withheld|globex|key-/,
  'an agent in one namespace': /withheld|globex|key-|foreign/,
  'a publisher of nothing': /./,
  'an admin': /foreign/,
};

const OFFERED = ['namespace', 'presentation_revision', 'tool', 'tool_version'];
const GOVERNED = [
  ...OFFERED,
  ...['approval', 'audit_event', 'catalog_head', 'evidence', 'idempotent_answer'],
  ...[
    'policy_proposal',
    'policy_revision',
    'tool_served',
    'waiver',
    'webhook',
    'webhook_dead_letter',
  ],
].sort();
/** Where there is something to be seen, too: policies that admit nobody would prove nothing. */
const SEEN: Readonly<Record<Who, readonly string[]>> = {
  'a publisher': GOVERNED,
  'a reviewer': GOVERNED,
  'a reader': GOVERNED,
  'an auditor': GOVERNED,
  'an agent': ['idempotent_answer', ...OFFERED],
  'an agent in one namespace': ['idempotent_answer', ...OFFERED],
  'a publisher of nothing': ['idempotent_answer'],
  'an admin': ['api_key', 'api_key_tenant', ...GOVERNED],
};

let store: TestDatabase;
let database: Database;
let tables: readonly string[];
beforeAll(async () => {
  store = await createDatabase();
  database = new Database(store.url, pino({ level: 'silent' }));
  for (const ns of FILLED) await store.query(fill(ns));
  tables = (
    await store.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
         AND NOT relispartition AND relname <> ALL ($1) ORDER BY 1`,
      [EXEMPT],
    )
  ).map(({ name }) => name);
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await store.drop();
});

const rowsFor = (sight: Sight, table: string): Promise<unknown[]> =>
  seeing(
    () => sight,
    () =>
      database.reading(async (db) => {
        const rows = await db.$queryRawUnsafe<{ row: string }[]>(
          `SELECT to_jsonb(t)::text AS row FROM "${table}" AS t`,
        );
        return rows.map(({ row }) => row);
      }),
  );

const sightsOf = (who: Who): Sight =>
  sightOf(who === 'a publisher of nothing' ? 'key-nobody' : 'key-mine', grants[who]);

describe('row-level security', () => {
  it('is on for every table, and every table has rows to be kept back', async () => {
    const rows = await store.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relrowsecurity ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(tables);
    for (const table of tables.filter((name) => !UNNAMED.includes(name))) {
      const all = await rowsFor(EVERYTHING, table);
      expect([table, all.some((row) => /foreign/.test(String(row)))]).toEqual([table, true]);
    }
  });

  it.each(Object.keys(grants) as Who[])(
    'gives %s no row that is not theirs, whatever is asked',
    async (who) => {
      const seen: string[] = [];
      for (const table of tables) {
        const rows = await rowsFor(sightsOf(who), table);
        if (rows.length > 0 && who !== 'a publisher of nothing') seen.push(table);
        // Their own answers name their own key.
        const foreign = rows.filter(
          (row) => table !== 'idempotent_answer' && HIDDEN[who].test(String(row)),
        );
        expect([table, foreign]).toEqual([table, []]);
        if (table === 'idempotent_answer') {
          expect(rows.filter((row) => String(row).includes('key-foreign'))).toEqual([]);
        }
      }
      if (who !== 'a publisher of nothing') expect(seen).toEqual([...SEEN[who]].sort());
    },
  );

  it('gives nobody anything where it was not said for whom', async () => {
    const client = new pg.Client({ connectionString: store.url });
    await client.connect();
    await client.query(AS_APP);
    for (const table of tables) {
      expect([table, (await client.query(`SELECT * FROM "${table}"`)).rows]).toEqual([table, []]);
    }
    await client.end();
    await expect(database.reading((db) => db.tool.findMany())).rejects.toThrow(
      'nobody has said for whom',
    );
  });

  it('looks nothing up for a load that sees everything anyway, and sorts nothing', async () => {
    const client = new pg.Client({ connectionString: store.url });
    await client.connect();
    await client.query(`${AS_SERVICE}; ${IN_ORDER}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE) ${ALL}`);
    await client.end();
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Sort|Nested Loop|Hash Join/);
    // Policies would look tools up; what is offered to nobody is none of their business.
    expect(plan).toMatch(/(Seq|Index) Scan .*on tool t_\d.*never executed/);
    expect(plan).not.toMatch(/(Seq|Index) Scan .*on tool t_\d.*actual/);
  });

  it('leaves nothing of a transaction to the next one on its connection', async () => {
    await rowsFor(EVERYTHING, 'tool');
    expect(await rowsFor(sightsOf('a publisher of nothing'), 'tool')).toEqual([]);
    const left = await database.unsighted.$queryRaw<{ sees: string }[]>`
      SELECT current_setting('quartermaster.sees', true) AS sees`;
    expect(left).toEqual([{ sees: '' }]);
  });

  const asPublisher = <T>(work: (db: Tx) => Promise<T>) =>
    seeing(
      () => sightsOf('a publisher'),
      () => database.reading(work),
    );

  it('keeps what is written to what is theirs as well', async () => {
    const changed = await asPublisher((db) => db.tool.updateMany({ data: { owner: 'me' } }));
    expect(changed.count).toBe(5);
    const own = await store.query(`SELECT 1 FROM tool WHERE owner = 'me' AND namespace <> 'mine'`);
    expect(own).toEqual([]);
    await expect(
      asPublisher(
        (db) => db.$executeRaw`
          INSERT INTO policy_revision (tool_id, policy_version, policy_digest, risk_rank,
            requires_approval, changed_by, changed_at)
          VALUES ('foreign.shown', 2, '', 0, false, 'me', now())`,
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it('asks no condition of a row that is kept back', async () => {
    // A division by zero would tell that there is such a row.
    const told = await asPublisher(
      (db) => db.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) FROM tool
        WHERE 1 / (CASE WHEN tool_id LIKE 'foreign%' THEN 0 ELSE 1 END) = 1`,
    );
    expect(told).toEqual([{ count: 5n }]);
  });
});

describe('tenants', () => {
  it('are there as soon as a policy or a key names them, and keys are bound to theirs', async () => {
    const named = await store.query('SELECT tenant, named_by FROM tenant ORDER BY tenant');
    expect(named).toEqual(
      ['foreign', 'mine'].map((ns) => ({
        tenant: `${ns}-globex`,
        named_by: `tool ${ns}.withheld-tenant`,
      })),
    );
    await store.query(
      `UPDATE tool SET allowed_tenants = '{umbrella}' WHERE tool_id = 'mine.shown'`,
    );
    expect(await store.query(`SELECT named_by FROM tenant WHERE tenant = 'umbrella'`)).toEqual([
      { named_by: 'tool mine.shown' },
    ]);
    expect(
      await store.query(`SELECT tenant FROM api_key_tenant WHERE key_id = 'key-mine'`),
    ).toEqual([{ tenant: 'mine-globex' }]);
    await expect(store.query(`DELETE FROM tenant WHERE tenant = 'mine-globex'`)).rejects.toThrow(
      /api_key_tenant_tenant_fkey/,
    );
    const unheld = await store.query(
      `SELECT tenant FROM tenants_without_key('{*,umbrella,mine-globex,never}') ORDER BY 1`,
    );
    expect(unheld).toEqual([{ tenant: 'never' }, { tenant: 'umbrella' }]);
  });
});
