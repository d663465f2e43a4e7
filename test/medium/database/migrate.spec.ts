import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../../apps/api/src/database/migrations/migrate.js';
import { PRISMA_FOLDER } from '../../../apps/api/src/database/migrations/migration-folder.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

const NAMESPACES = '20261130110000_name_audit_namespaces';
const WEBHOOKS = '20261130200100_answer_for_webhooks';

describe('migrating', () => {
  let store: TestDatabase;
  beforeEach(async () => {
    store = await createDatabase();
    await store.query('DROP SCHEMA public CASCADE');
    await store.query('CREATE SCHEMA public');
  });
  afterEach(() => store.drop());

  it('is done by one of several replicas that start at once', async () => {
    const applied = await Promise.all([migrate(store.url), migrate(store.url), migrate(store.url)]);
    const done = applied.filter((names) => names.length > 0);
    expect(done).toHaveLength(1);
    const rows = await store.query<{ migration_name: string }>(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
    );
    expect(rows.map((row) => row.migration_name)).toEqual(done[0]);
    expect(await store.query('SELECT id FROM catalog_head')).toHaveLength(1);
  });

  it('is done again where it lost against a replica of the release before', async () => {
    await store.query('CREATE SCHEMA beside');
    await store.query('CREATE SEQUENCE beside.commands');
    // As if the server had chosen it as the victim of a deadlock.
    await store.query(`CREATE FUNCTION beside.lose() RETURNS event_trigger LANGUAGE plpgsql AS
      $$ BEGIN IF nextval('beside.commands') = 20 THEN
        RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF; END $$`);
    await store.query(`CREATE EVENT TRIGGER losing ON ddl_command_start
      EXECUTE FUNCTION beside.lose()`);
    await migrate(store.url);
    expect(await migrate(store.url)).toEqual([]);
    const lost = await store.query(
      'SELECT 1 FROM _prisma_migrations WHERE rolled_back_at IS NOT NULL AND finished_at IS NULL',
    );
    expect(lost).toHaveLength(1);
    await store.query('DROP SCHEMA beside CASCADE');
  });

  it('says in one line that a database is not ours to migrate', async () => {
    await store.query('CREATE TYPE version_state AS ENUM ()');
    await expect(migrate(store.url)).rejects.toThrow(
      /^the database could not be migrated: [^\n]+$/,
    );
    // A script is one transaction of the server: of the failed one, nothing is left.
    expect(await store.query(`SELECT 1 WHERE to_regclass('catalog_head') IS NOT NULL`)).toEqual([]);
  });
});

describe('the migrated database', () => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await createDatabase();
  });
  afterAll(() => store.drop());

  const EVENT = `INSERT INTO audit_event (seq, hash, event, at, actor, action)
    VALUES (1, 'h', '{}', now(), 'a', 'b')`;

  it.each([
    ['changed', `UPDATE audit_event SET actor = 'c'`],
    ['deleted', 'DELETE FROM audit_event'],
    ['emptied', 'TRUNCATE audit_event'],
    ['emptied with others', 'TRUNCATE policy_revision, presentation_revision'],
  ])('lets nothing that was written down be %s', async (_, sql) => {
    await store.query(`${EVENT} ON CONFLICT DO NOTHING`);
    await expect(store.query(sql)).rejects.toThrow(/are only ever added/);
  });

  it('has one head, with a secret of its own', async () => {
    const rows = await store.query<{ cursor_secret: string }>(
      'SELECT cursor_secret FROM catalog_head',
    );
    expect(rows).toEqual([{ cursor_secret: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    await expect(
      store.query(`INSERT INTO catalog_head (id, cursor_secret) VALUES (2, 'x')`),
    ).rejects.toBeInstanceOf(pg.DatabaseError);
  });

  it('orders identifiers by code point', async () => {
    for (const name of ['b', 'B', 'a_', 'a-', 'a']) {
      await store.query('INSERT INTO namespace (namespace, namespace_key) VALUES ($1, $1)', [name]);
    }
    const rows = await store.query<{ namespace: string }>(
      'SELECT namespace FROM namespace ORDER BY 1',
    );
    expect(rows.map((row) => row.namespace)).toEqual(['B', 'a', 'a-', 'a_', 'b']);
  });

  it('names the namespaces of the events that were there before it could', async () => {
    await store.query('ALTER TABLE audit_event DROP COLUMN IF EXISTS namespace CASCADE');
    await store.query(`
      INSERT INTO audit_event (seq, hash, event, at, actor, action, tool_id) VALUES
        (11, '', '{}', now(), 'a', 'version.registered', 'a_b.find'),
        (12, '', '{}', now(), 'a', 'version.registered', 'alone'),
        (13, '', '{"detail":{"namespace":"crm"}}', now(), 'a', 'namespace.suspended', NULL),
        (14, '', '{"detail":{"key_id":"k"}}', now(), 'a', 'api-key.created', NULL)`);
    const script = join(PRISMA_FOLDER, 'migrations', NAMESPACES, 'migration.sql');
    await store.query(await readFile(script, 'utf8'));
    const rows = await store.query<{ namespace: string | null }>(
      'SELECT namespace FROM audit_event WHERE seq > 10 ORDER BY seq',
    );
    expect(rows.map((row) => row.namespace)).toEqual(['a_b', 'alone', 'crm', null]);
    await expect(store.query('DELETE FROM audit_event')).rejects.toThrow(/are only ever added/);
  });

  it('knows who answers for the webhooks that were there before it could', async () => {
    await store.query(`
      ALTER TABLE webhook DROP COLUMN key_id, DROP COLUMN issuer, DROP COLUMN failing_ms;
      INSERT INTO api_key (id, token_hash, subject, kind, permissions, scopes, created_by, expires_at)
      SELECT id, id, '', 'person', '{admin}', '{}', '', now() + ends * interval '1 hour'
      FROM (VALUES ('alive', NULL), ('first', -2), ('second', -1), ('third', 1), ('over', -1))
        AS keys(id, ends);
      INSERT INTO webhook (id, url, namespaces, actions, secret, created_by, created_at,
        position_seq, position_hash)
      SELECT id, 'https://x', '{*}', '{*}', '', '', now(), 0, ''
      FROM unnest(ARRAY['made', 'resumed', 'rotated', 'overlap', 'ended', 'token', 'unknown']) AS id`);
    const told: [action: string, webhook: string, actor: object][] = [
      ['webhook.created', 'made', { key_id: 'alive' }],
      ['webhook.created', 'resumed', { key_id: 'over' }],
      ['webhook.resumed', 'resumed', { key_id: 'alive' }],
      ['webhook.created', 'rotated', { key_id: 'first' }],
      ['webhook.created', 'overlap', { key_id: 'second' }],
      ['webhook.created', 'ended', { key_id: 'over' }],
      ['webhook.created', 'token', { key_id: 'alive' }],
      ['webhook.resumed', 'token', { issuer: 'https://issuer' }],
    ];
    const events: [action: string, event: object][] = [
      ...told.map(([action, id, actor]): [string, object] => [
        action,
        { actor, detail: { webhook_id: id } },
      ]),
      ['api-key.rotated', { detail: { key_id: 'second', replaces: { id: 'first' } } }],
      ['api-key.rotated', { detail: { key_id: 'third', replaces: { id: 'second' } } }],
    ];
    for (const [index, [action, event]] of events.entries()) {
      await store.query(
        `INSERT INTO audit_event (seq, hash, event, at, actor, action)
         VALUES ($1, '', $2, now(), 'a', $3)`,
        [21 + index, JSON.stringify(event), action],
      );
    }
    const script = join(PRISMA_FOLDER, 'migrations', WEBHOOKS, 'migration.sql');
    await store.query(await readFile(script, 'utf8'));
    const rows = await store.query<{ id: string; by: string | null }>(
      'SELECT id, coalesce(key_id, issuer) AS by FROM webhook',
    );
    expect(Object.fromEntries(rows.map(({ id, by }) => [id, by]))).toEqual({
      made: 'alive',
      resumed: 'alive',
      rotated: 'third',
      overlap: 'third',
      ended: null,
      token: 'https://issuer',
      unknown: null,
    });
  });
});
