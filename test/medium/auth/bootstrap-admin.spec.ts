import pino from 'pino';
import { BootstrapAdmin } from '../../../apps/api/src/auth/bootstrap-admin.js';
import { KeyRepository } from '../../../apps/api/src/auth/key.repository.js';
import { StartFailure } from '../../../apps/api/src/config/start-failure.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { Transactions } from '../../../apps/api/src/database/transaction.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

const tokenOf = (id: string, letter = 'a'): string => `qm_${id}_${letter.repeat(32)}`;

let store: TestDatabase;
let database: Database;
let bootstrap: BootstrapAdmin;
beforeAll(async () => {
  store = await createDatabase();
  database = new Database(store.url, pino({ level: 'silent' }));
  bootstrap = new BootstrapAdmin(new KeyRepository(database), new Transactions(database));
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await store.drop();
});

const insert = (id: string, columns: { subject?: string; permission?: string; scopes?: string }) =>
  store.query(
    `INSERT INTO api_key (id, token_hash, subject, kind, permissions, scopes, created_by)
     VALUES ($1, $1, $2, 'person', ARRAY[$3], $4, 'test')`,
    [id, columns.subject ?? 'bootstrap', columns.permission ?? 'admin', columns.scopes ?? '{}'],
  );

const hashOf = async (id: string): Promise<string | undefined> =>
  (
    await store.query<{ token_hash: string }>('SELECT token_hash FROM api_key WHERE id = $1', [id])
  )[0]?.token_hash;

describe('the admin key of an empty database', () => {
  it('is made and shown once by replicas that start together', async () => {
    const started = Array.from({ length: 6 }, () => bootstrap.ensureAny());
    const shown = (await Promise.all(started)).filter((token) => token !== null);
    expect(shown).toHaveLength(1);
    expect(await store.query('SELECT id FROM api_key')).toHaveLength(1);
  });

  it('is not made where there is another key', async () => {
    expect(await bootstrap.ensureAny()).toBeNull();
  });
});

describe('the configured admin key', () => {
  it.each([
    ['of somebody else', 'theirs', { subject: 'rosa' }],
    ['without the permission', 'weak', { permission: 'candidates' }],
    ['of one namespace', 'narrow', { scopes: '{"namespaces":["support"]}' }],
  ])('never takes over a key %s', async (_, id, columns) => {
    await insert(id, columns);
    const ensured = bootstrap.ensureConfigured(tokenOf(id));
    await expect(ensured).rejects.toBeInstanceOf(StartFailure);
    await expect(ensured).rejects.toThrow(/belongs to another key/);
    expect(await hashOf(id)).toBe(id);
  });

  it('is made once by replicas that start together', async () => {
    const started = Array.from({ length: 6 }, () => bootstrap.ensureConfigured(tokenOf('shared')));
    await Promise.all(started);
    const events = await store.query(
      `SELECT 1 FROM audit_event WHERE action = 'api-key.created' AND event LIKE '%"shared"%'`,
    );
    expect(events).toHaveLength(1);
  });

  it('replaces its own secret, and revives itself where it was revoked', async () => {
    await bootstrap.ensureConfigured(tokenOf('own'));
    const before = await hashOf('own');
    await store.query(`UPDATE api_key SET revoked_at = now() WHERE id = 'own'`);
    await bootstrap.ensureConfigured(tokenOf('own', 'b'));
    expect(await hashOf('own')).not.toBe(before);
    expect(
      await store.query(`SELECT 1 FROM api_key WHERE id = 'own' AND revoked_at IS NULL`),
    ).toHaveLength(1);
  });
});
