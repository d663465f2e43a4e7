import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { canonicalJson } from '#core/json/canonical.js';
import { sha256Hex } from '#core/json/digest.js';
import { readSettings } from '../../../apps/api/src/config/env.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { Transactions } from '../../../apps/api/src/database/transaction.js';
import {
  PRISMA_FOLDER,
  readMigrations,
} from '../../../apps/api/src/database/migrations/migration-folder.js';
import { AuditRepository } from '../../../apps/api/src/features/audit/audit.repository.js';
import { CheckpointKey } from '../../../apps/api/src/features/audit/checkpoint-key.js';
import { CheckpointsRepository } from '../../../apps/api/src/features/audit/checkpoints.repository.js';
import { FollowTrail } from '../../../apps/api/src/features/audit/follow-trail.js';
import { MakeCheckpoint } from '../../../apps/api/src/features/audit/make-checkpoint.js';
import { VerifyChain } from '../../../apps/api/src/features/audit/verify-chain.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

const AUDITOR = {
  caller: { keyId: 'k', subject: 's', kind: 'person', grant: { permissions: ['audit'] } },
  requestId: 'r',
} as const;

const PARTITION_AUDIT = '20261130170000_partition_audit';

const pem = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

let store: TestDatabase;
let database: Database;
beforeAll(async () => {
  store = await createDatabase();
  database = new Database(store.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await store.drop();
});

const partitions = async (): Promise<string[]> =>
  (
    await store.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits
       WHERE inhparent = 'audit_event'::regclass ORDER BY 1`,
    )
  ).map(({ name }) => name);

/** The end of a long trail: the last two events of its first partition, and two beyond. */
const EVENTS = (() => {
  let prev = 'sha256:before';
  return [99_999, 100_000, 100_001, 100_002].map((seq) => {
    const event = canonicalJson({ schema: 1, seq, prev });
    prev = `sha256:${sha256Hex(event)}`;
    return { seq, hash: prev, event };
  });
})();

const write = async (events: typeof EVENTS, age: string): Promise<void> => {
  for (const { seq, hash, event } of events) {
    await store.query(
      `INSERT INTO audit_event (seq, hash, event, at, actor, action)
       VALUES ($1, $2, $3, now() - $4::interval, 'a', 'b')`,
      [seq, hash, event, age],
    );
    await store.query('UPDATE catalog_head SET audit_seq = $1, audit_hash = $2', [seq, hash]);
  }
};

describe('the partitions of the audit trail', () => {
  const release = (keep: string, digest = 'a'.repeat(64)) =>
    store.query('SELECT audit_release_oldest($1, $2)', [keep, digest]);

  it('are made ahead by the service, which may make nothing else', async () => {
    expect(await partitions()).toEqual(['audit_event_1', 'audit_event_rest']);
    await write(EVENTS.slice(0, 2), '2 years');
    const events = new AuditRepository(database);
    await Promise.all([events.makePartitionsAhead(), events.makePartitionsAhead()]);
    await write(EVENTS.slice(2), '0');
    await events.makePartitionsAhead();
    const made = ['audit_event_1', 'audit_event_100001', 'audit_event_200001', 'audit_event_rest'];
    expect(await partitions()).toEqual(made);
    const [rest] = await store.query('SELECT count(*)::int AS count FROM audit_event_rest');
    expect(rest).toEqual({ count: 0 });
  });

  it.each([
    `UPDATE audit_event_1 SET actor = 'x'`,
    'DELETE FROM audit_event_rest',
    'TRUNCATE audit_event_200001',
    'TRUNCATE audit_event',
    `UPDATE audit_event SET actor = 'x'`,
    'DELETE FROM audit_checkpoint',
    `UPDATE audit_key SET public_key = ''`,
    'DELETE FROM audit_release',
  ])('are only ever added to, by the owner and by the service: %s', async (sql) => {
    await expect(store.query(sql)).rejects.toThrow(/are only ever added/);
    await expect(database.asService((db) => db.$executeRawUnsafe(sql))).rejects.toThrow(
      /permission denied/,
    );
  });

  it('go only where they are old, signed and exported, and not by the service', async () => {
    await expect(release('1 year')).rejects.toThrow('no signed checkpoint of event 100000');
    const key = await new CheckpointKey(readSettings({ QM_AUDIT_SIGNING_KEY: pem })).get();
    if (key === null) throw new Error('there is no key');
    const checkpoints = new CheckpointsRepository(database);
    const at = new Date();
    const head = EVENTS[0]?.hash ?? '';
    const claims = { seq: 99_999, head, events: 99_999, at: at.toISOString() };
    const transactions = new Transactions(database);
    await transactions.runAsService(async (tx) => {
      await checkpoints.introduce(tx, key.keyId, key.publicKey);
      const checkpoint = key.sign(claims);
      await checkpoints.insert(tx, { seq: 99_999n, key_id: key.keyId, checkpoint, at });
    });
    const events = new AuditRepository(database);
    const follow = new FollowTrail(events);
    const signing = new CheckpointKey(readSettings({ QM_AUDIT_SIGNING_KEY: pem }));
    const make = new MakeCheckpoint(signing, events, checkpoints, follow, transactions);
    await make.execute(AUDITOR);
    const signed = await store.query<{ seq: string }>(
      'SELECT seq FROM audit_checkpoint ORDER BY 1',
    );
    expect(signed.map(({ seq }) => Number(seq))).toEqual([99_999, 100_000, 100_002]);

    await expect(release('3 years')).rejects.toThrow('holds events up to');
    await expect(release('1 year', 'x')).rejects.toThrow('named by its SHA-256');
    const asService = `SELECT audit_release_oldest('1 year', '${'a'.repeat(64)}')`;
    await expect(database.asService((db) => db.$executeRawUnsafe(asService))).rejects.toThrow(
      /permission denied/,
    );
    // Whoever states no age lets nothing go.
    await store.query(`SELECT audit_release_oldest(NULL, '${'a'.repeat(64)}')`);
    expect(await partitions()).toContain('audit_event_1');
    await release('1 year');
    await expect(release('1 year')).rejects.toThrow('not full yet');

    const verify = new VerifyChain(events, checkpoints, follow);
    expect(await verify.execute(AUDITOR)).toMatchObject({
      valid: true,
      first_seq: 100_001,
      events: 2,
    });
    const kept = await store.query('SELECT last_seq, partition FROM audit_release');
    expect(kept).toEqual([{ last_seq: '100000', partition: 'audit_event_1' }]);
  });

  it('are missed where what stands for them was signed by nobody', async () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    const text = other.export({ type: 'pkcs8', format: 'pem' }).toString();
    const forger = await new CheckpointKey(readSettings({ QM_AUDIT_SIGNING_KEY: text })).get();
    if (forger === null) throw new Error('there is no key');
    const at = new Date();
    const head = EVENTS[1]?.hash ?? '';
    const signed = forger.sign({ seq: 100_000, head, events: 1, at: at.toISOString() });
    const forged = [...signed.split('.').slice(0, 2), 'A'.repeat(86)].join('.');
    const checkpoints = new CheckpointsRepository(database);
    await new Transactions(database).runAsService(async (tx) => {
      await checkpoints.introduce(tx, forger.keyId, forger.publicKey);
      const row = { seq: 100_000n, key_id: forger.keyId, checkpoint: forged, at };
      await checkpoints.insert(tx, row);
    });
    const events = new AuditRepository(database);
    const verify = new VerifyChain(events, checkpoints, new FollowTrail(events));
    expect(await verify.execute(AUDITOR)).toMatchObject({ valid: false, broken_at: 1 });
  });
});

describe('a trail that was there before it had partitions', () => {
  it('is their first, as it is; and writers go on that know nothing of it', async () => {
    const older = await createDatabase();
    try {
      await older.query('DROP SCHEMA public CASCADE');
      await older.query('CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC');
      for (const { name, sql } of await readMigrations()) {
        if (name < PARTITION_AUDIT) await older.query(sql);
      }
      await older.query(`
        INSERT INTO audit_event (seq, hash, event, at, actor, action)
        SELECT seq, 'h' || seq, '{}', now(), 'a', 'b' FROM generate_series(1, 250000, 50000) AS seq`);
      await older.query('GRANT SELECT, INSERT ON audit_event TO quartermaster_app');
      const script = join(PRISMA_FOLDER, 'migrations', PARTITION_AUDIT, 'migration.sql');
      await older.query(await readFile(script, 'utf8'));
      const held = await older.query<{ part: string; count: string }>(
        'SELECT tableoid::regclass::text AS part, count(*) FROM audit_event GROUP BY 1',
      );
      expect(held).toEqual([{ part: 'audit_event_1', count: '5' }]);
      const asService = (sql: string) =>
        older.query(`SET LOCAL ROLE quartermaster_app; ${sql}; RESET ROLE`);
      const insert = (seq: number): string =>
        `INSERT INTO audit_event (seq, hash, event, at, actor, action)
         VALUES (${seq}, 'h', '{}', now(), 'a', 'b')`;
      await asService(insert(200_002));
      await expect(asService(insert(200_001))).rejects.toThrow(/duplicate key/);
      await expect(asService('SELECT 1 FROM audit_event_1')).rejects.toThrow(/permission denied/);
    } finally {
      await older.drop();
    }
  });
});
