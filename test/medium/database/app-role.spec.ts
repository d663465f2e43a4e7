import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import {
  startEmbeddedServer,
  type EmbeddedServer,
} from '../../../apps/api/src/database/embedded/embedded-server.js';
import { migrate } from '../../../apps/api/src/database/migrations/migrate.js';
import { openPool } from '../../../apps/api/src/database/pool.js';
import { APP_ROLE, PRIVILEGES } from '../../../apps/api/src/database/roles/app-role.js';
import { prepareAppRole } from '../../../apps/api/src/database/roles/prepare-app-role.js';
import { requireAppRole } from '../../../apps/api/src/database/roles/require-app-role.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';
import { scratchBase } from '../../support/scratch.js';

const DENIED = { code: '42501' };

describe('what the service works as', () => {
  let store: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    store = await createDatabase();
    pool = openPool(store.url, pino({ level: 'silent' }), { max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await store.drop();
  });

  it('is a role of its own on every connection', async () => {
    const { rows } = await pool.query('SELECT current_user AS role');
    expect(rows).toEqual([{ role: APP_ROLE }]);
    await expect(requireAppRole(store.url)).resolves.toBeUndefined();
  });

  it('is told of every table what it may do there', async () => {
    const rows = await store.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
    );
    expect(Object.keys(PRIVILEGES).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it.each([
    'TRUNCATE idempotent_answer',
    'TRUNCATE audit_event',
    `UPDATE audit_event SET actor = 'x'`,
    'DELETE FROM audit_event',
    'DELETE FROM policy_revision',
    'DELETE FROM tool',
    'DELETE FROM api_key',
    'INSERT INTO catalog_change DEFAULT VALUES',
    'UPDATE _prisma_migrations SET rolled_back_at = now()',
    'CREATE TABLE mine ()',
    'ALTER TABLE audit_event DISABLE TRIGGER ALL',
    'DROP TABLE waiver',
  ])('may not %s', async (sql) => {
    await expect(pool.query(sql)).rejects.toMatchObject(DENIED);
  });

  it('is refused at the start where it may change what was written down', async () => {
    await store.query(`GRANT UPDATE ON audit_event TO ${APP_ROLE}`);
    await expect(requireAppRole(store.url)).rejects.toThrow(
      /may do more than it should\. .*REVOKE UPDATE ON "audit_event" FROM quartermaster_app, PUBLIC\.$/,
    );
    // The next start of the owner puts it right.
    await migrate(store.url);
    await requireAppRole(store.url);
    await store.query(`REVOKE INSERT ON tool FROM ${APP_ROLE}`);
    await expect(requireAppRole(store.url)).rejects.toThrow(
      /may do less than .*: GRANT INSERT ON "tool" TO quartermaster_app\.$/,
    );
    await migrate(store.url);
    await requireAppRole(store.url);
  });
});

describe('on a server that knows no such role yet', () => {
  let server: EmbeddedServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(scratchBase(), 'quartermaster-test-'));
    server = await startEmbeddedServer({ dataDir: folder, durable: false });
    for (const role of ['maker CREATEROLE', 'plain', 'service']) {
      await asOwner('postgres', (client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'p'`));
    }
    for (const database of ['one', 'two']) {
      await asOwner('postgres', (client) => client.query(`CREATE DATABASE ${database}`));
    }
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const urlAs = (user: string, database: string): string => {
    const url = new URL(server.url(database));
    url.username = user;
    url.password = 'p';
    return url.href;
  };

  const as = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  const asOwner = <T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
    as(server.url(database), work);

  it('lets nobody in without its password, from elsewhere, or past it to the files', async () => {
    const guessed = new URL(server.url('postgres'));
    for (const password of ['', 'guessed']) {
      guessed.password = password;
      await expect(as(guessed.href, (client) => client.query('SELECT 1'))).rejects.toThrow();
    }
    const { rows } = await asOwner('postgres', (client) =>
      client.query(
        `SELECT current_setting('listen_addresses') AS listens,
           current_setting('unix_socket_directories') AS sockets,
           ARRAY(SELECT DISTINCT auth_method FROM pg_hba_file_rules) AS methods`,
      ),
    );
    expect(rows).toEqual([{ listens: '127.0.0.1', sockets: '', methods: ['scram-sha-256'] }]);
    for (const name of ['postgres', 'postgres-password']) {
      expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0]);
    }
  });

  it('a user who may not make it says what an administrator has to run', async () => {
    const prepared = as(urlAs('plain', 'one'), (client) => prepareAppRole(client, 'plain'));
    await expect(prepared).rejects.toThrow(
      'run once: CREATE ROLE quartermaster_app NOLOGIN; GRANT quartermaster_app TO "plain";',
    );
    await expect(requireAppRole(urlAs('plain', 'one'))).rejects.toThrow(
      /"plain" may not work as the role quartermaster_app\. .*GRANT quartermaster_app TO "plain";/,
    );
  });

  it('a user who may make roles makes it and steps into it, in several databases at once', async () => {
    const databases = ['one', 'two', 'one', 'two'];
    await Promise.all(
      databases.map((database) =>
        as(urlAs('maker', database), (client) => prepareAppRole(client, 'maker')),
      ),
    );
    await requireAppRole(urlAs('maker', 'one'));
    // The owner opens the door to the user of the service as well.
    await as(urlAs('maker', 'one'), (client) => prepareAppRole(client, 'service'));
    await requireAppRole(urlAs('service', 'one'));
  });

  it('a user who owns nothing finds the database migrated, or says that it is not', async () => {
    await expect(migrate(urlAs('service', 'one'))).rejects.toThrow(
      /not of this release.*Set QM_MIGRATION_DATABASE_URL/,
    );
    await migrate(server.url('one'), 'service');
    await expect(migrate(urlAs('service', 'one'))).resolves.toEqual([]);
    await requireAppRole(urlAs('service', 'one'));
  });

  it.each([
    [`ALTER ROLE ${APP_ROLE} SUPERUSER`, /is a superuser/, `ALTER ROLE ${APP_ROLE} NOSUPERUSER`],
    [
      `ALTER ROLE ${APP_ROLE} BYPASSRLS`,
      /bypasses row-level/,
      `ALTER ROLE ${APP_ROLE} NOBYPASSRLS`,
    ],
    [
      `ALTER TABLE tool OWNER TO ${APP_ROLE}`,
      /owns tables of the catalog/,
      `ALTER TABLE tool OWNER TO quartermaster; GRANT SELECT, INSERT, UPDATE ON tool TO ${APP_ROLE}`,
    ],
    [
      'GRANT CREATE ON SCHEMA public TO PUBLIC',
      /may create tables/,
      'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    ],
  ])('refuses to start after %s', async (harm, fault, repair) => {
    await asOwner('one', (client) => client.query(harm));
    try {
      await expect(requireAppRole(server.url('one'))).rejects.toThrow(fault);
    } finally {
      await asOwner('one', (client) => client.query(repair));
    }
    await requireAppRole(server.url('one'));
  });
});
