import pino from 'pino';
import { readSettings } from '../../../apps/api/src/config/env.js';
import { AuditDatabase } from '../../../apps/api/src/database/audit-database.js';
import { appendAudit } from '../../../apps/api/src/database/audit-trail.js';
import { Database } from '../../../apps/api/src/database/database.js';
import { DatabaseUnavailable } from '../../../apps/api/src/database/failure.js';
import {
  AnotherCatalog,
  ReplicaDatabase,
} from '../../../apps/api/src/database/replica-database.js';
import { Transactions } from '../../../apps/api/src/database/transaction.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

const LOG = pino({ level: 'silent' });
const AUDIT = { actor: { subject: 's', kind: 'person' }, action: 'tool.updated' } as const;

let primary: TestDatabase;
let database: Database;
let other: TestDatabase;
const opened: Database[] = [];
beforeAll(async () => {
  primary = await createDatabase();
  database = new Database(primary.url, LOG);
  await write(database, 3);
});
beforeEach(async () => {
  other = await createDatabase();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.onApplicationShutdown();
  await other.drop();
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await primary.drop();
});

const write = async (into: Database, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    await new Transactions(into).runAsService((tx) =>
      appendAudit(tx, [{ ...AUDIT, request_id: `r${n}` }]),
    );
  }
};

/** The first events of the primary and nothing else, as a replica has them that is behind. */
const follow = async (count: number): Promise<void> => {
  const rows = await primary.query<{ row: string; seq: string; hash: string }>(
    'SELECT to_json(e)::text AS row, seq, hash FROM audit_event AS e ORDER BY seq LIMIT $1',
    [count],
  );
  for (const { row, seq, hash } of rows) {
    await other.query(
      'INSERT INTO audit_event SELECT * FROM json_populate_record(NULL::audit_event, $1)',
      [row],
    );
    await other.query('UPDATE catalog_head SET audit_seq = $1, audit_hash = $2', [seq, hash]);
  }
};

const replicaAt = (url: string, now?: () => number): ReplicaDatabase => {
  const replica = new ReplicaDatabase(url, database, LOG, now);
  opened.push(replica);
  return replica;
};

const eventsIn = (replica: Database): Promise<number> =>
  replica.asService((db) => db.auditEvent.count());

const start = (url: string): Promise<void> => {
  const settings = readSettings({ DATABASE_URL: primary.url, QM_AUDIT_DATABASE_URL: url });
  const audit = new AuditDatabase(database, settings, LOG);
  opened.push(audit.queries);
  return audit.start();
};

describe('the replica that auditors are sent to', () => {
  it('may be as far behind as it is, and even have nothing yet', async () => {
    expect(await eventsIn(replicaAt(other.url))).toBe(0);
    await follow(2);
    expect(await eventsIn(replicaAt(other.url))).toBe(2);
    await expect(start(other.url)).resolves.toBeUndefined();
    expect(await eventsIn(replicaAt(primary.url))).toBe(3);
  });

  it('may be behind by what retention has taken since', async () => {
    await follow(1);
    await primary.query(
      `SET session_replication_role = replica; DELETE FROM audit_event WHERE seq = 1;
       RESET session_replication_role`,
    );
    try {
      expect(await eventsIn(replicaAt(other.url))).toBe(1);
    } finally {
      const [row] = await other.query<{ row: string }>(
        'SELECT to_json(e)::text AS row FROM audit_event AS e',
      );
      await primary.query(
        'INSERT INTO audit_event SELECT * FROM json_populate_record(NULL::audit_event, $1)',
        [row?.row],
      );
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['another catalog', () => other.query(`UPDATE catalog_head SET cursor_secret = 'other'`)],
    [
      'a copy that went its own way',
      async () => {
        const copy = new Database(other.url, LOG);
        opened.push(copy);
        await write(copy, 1);
      },
    ],
    [
      'a copy of what was lost in the primary',
      async () => {
        await follow(3);
        await other.query('UPDATE catalog_head SET audit_seq = 4');
      },
    ],
  ])('is refused at the start and at each question where it is %s', async (_, become) => {
    await become();
    await expect(start(other.url)).rejects.toThrow(
      /^the database of QM_AUDIT_DATABASE_URL is no replica of this catalog: .*\. Correct the setting/,
    );
    await expect(eventsIn(replicaAt(other.url))).rejects.toThrow(AnotherCatalog);
    const step = { statement: { name: 'one', text: 'SELECT 1' }, values: [] };
    await expect(replicaAt(other.url).readUnsighted(step)).rejects.toThrow(AnotherCatalog);
  });

  it('is refused once it has become another one, and taken again once it is right', async () => {
    let now = 0;
    const replica = replicaAt(other.url, () => now);
    expect(await eventsIn(replica)).toBe(0);
    const [head] = await other.query<{ secret: string }>(
      'SELECT cursor_secret AS secret FROM catalog_head',
    );
    await other.query(`UPDATE catalog_head SET cursor_secret = 'other'`);
    now = 9_999;
    expect(await eventsIn(replica)).toBe(0);
    now = 10_000;
    await expect(eventsIn(replica)).rejects.toThrow(AnotherCatalog);
    await other.query('UPDATE catalog_head SET cursor_secret = $1', [head?.secret]);
    expect(await eventsIn(replica)).toBe(0);
  });

  it('holds up no start where it is away, or has no tables yet', async () => {
    const empty = new URL(primary.url);
    empty.pathname = '/postgres';
    for (const url of ['postgresql://127.0.0.1:9/none', empty.href]) {
      await expect(start(url)).resolves.toBeUndefined();
    }
    await expect(eventsIn(replicaAt(empty.href))).rejects.toThrow(DatabaseUnavailable);
  });
});
