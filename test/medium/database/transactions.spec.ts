import pino from 'pino';
import { Database, type Tx } from '../../../apps/api/src/database/database.js';
import { DatabaseUnavailable } from '../../../apps/api/src/database/failure.js';
import { POOL_SIZE } from '../../../apps/api/src/database/pool.js';
import { APP_ROLE } from '../../../apps/api/src/database/roles/app-role.js';
import { seeing, sightOf, type Sight } from '../../../apps/api/src/database/sight.js';
import { Transactions } from '../../../apps/api/src/database/transaction.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

let store: TestDatabase;
let database: Database;
let transactions: Transactions;
beforeAll(async () => {
  store = await createDatabase();
  database = new Database(store.url, pino({ level: 'silent' }));
  transactions = new Transactions(database);
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await store.drop();
});

const namespaceOf = (namespace: string) => ({ namespace, namespace_key: namespace });
const stored = async (namespace: string): Promise<boolean> =>
  (await store.query('SELECT 1 FROM namespace WHERE namespace = $1', [namespace])).length === 1;

const cutConnections = (): Promise<unknown> =>
  store.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'quartermaster'`,
  );

const seenBy = <T>(sight: Sight, work: (db: Tx) => Promise<T>, alone = database): Promise<T> =>
  seeing(
    () => sight,
    () => alone.reading(work),
  );

describe('for whom a transaction is', () => {
  it('holds on a connection that somebody has made the owner’s again', async () => {
    const nobody = sightOf('k', { permissions: ['publish'] });
    const alone = new Database(store.url, pino({ level: 'silent' }));
    const stepUp = (db: Tx) => db.$queryRaw`
      SELECT set_config('role', 'none', false), set_config('quartermaster.sees', 'everything', false)`;
    await seenBy(nobody, stepUp, alone);
    const left = await alone.unsighted.$queryRaw`SELECT current_user <> ${APP_ROLE} AS up`;
    expect(left).toEqual([{ up: true }]);
    await store.query(`INSERT INTO namespace (namespace, namespace_key) VALUES ('kept', 'kept')`);
    expect(await seenBy(nobody, (db) => db.namespace.findMany(), alone)).toEqual([]);
    const role = (db: Tx) => db.$queryRaw`SELECT current_user::text AS role`;
    expect(await seenBy(nobody, role, alone)).toEqual([{ role: APP_ROLE }]);
    await alone.onApplicationShutdown();
  });

  it('is said in names, whatever they are made of', async () => {
    const namespaces = [`'`, `\\`, `"`, `}{,`, `'; RESET ROLE; --`];
    const sight = sightOf(`k'\\`, { permissions: ['publish'], namespaces });
    const said = (db: Tx) => db.$queryRaw`
      SELECT current_setting('quartermaster.namespaces')::text[] AS these,
        current_setting('quartermaster.caller') AS caller`;
    expect(await seenBy(sight, said)).toEqual([{ these: namespaces, caller: `k'\\` }]);
  });
});

describe('a transaction', () => {
  it('keeps everything or nothing', async () => {
    const failing = transactions.runAsService(async (tx) => {
      await tx.namespace.create({ data: namespaceOf('undone') });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await stored('undone')).toBe(false);
    await transactions.runAsService((tx) => tx.namespace.create({ data: namespaceOf('done') }));
    expect(await stored('done')).toBe(true);
  });

  it('is done again when it lost against another one', async () => {
    let meetings = 0;
    let bothHoldOne: () => void = () => undefined;
    const both = new Promise<void>((done) => (bothHoldOne = done));
    const lockInOrder = (first: number, second: number) =>
      transactions.runAsService(async (tx) => {
        await tx.$queryRaw`SELECT pg_advisory_xact_lock(${first}::bigint)::text`;
        meetings += 1;
        if (meetings === 2) bothHoldOne();
        await both;
        await tx.$queryRaw`SELECT pg_advisory_xact_lock(${second}::bigint)::text`;
      });
    await Promise.all([lockInOrder(1, 2), lockInOrder(2, 1)]);
    expect(meetings).toBe(3);
  });

  it('waits in line when there are more than connections, and none is lost', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        transactions.runAsService((tx) => tx.namespace.create({ data: namespaceOf(`many-${i}`) })),
      ),
    );
    const [row] = await store.query<{ n: string }>(
      `SELECT count(*) AS n FROM namespace WHERE namespace LIKE 'many-%'`,
    );
    expect(row?.n).toBe('60');
  });

  it('is refused as unavailable when its connection is cut, and works again afterwards', async () => {
    const cut = transactions.runAsService(async (tx) => {
      await tx.namespace.create({ data: namespaceOf('cut') });
      await cutConnections();
      await tx.namespace.create({ data: namespaceOf('cut-too') });
    });
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await stored('cut')).toBe(false);
    await transactions.runAsService((tx) =>
      tx.namespace.create({ data: namespaceOf('after-cut') }),
    );
    expect(await stored('after-cut')).toBe(true);
  });

  it('begins on another connection than those that were cut while nobody used them', async () => {
    const inEach = (name: string): Promise<unknown> =>
      Promise.all(
        Array.from({ length: POOL_SIZE }, (_, i) =>
          transactions.runAsService((tx) =>
            tx.namespace.create({ data: namespaceOf(`${name}-${i}`) }),
          ),
        ),
      );
    await inEach('idle');
    await cutConnections();
    await inEach('new');
    expect(await stored(`new-${POOL_SIZE - 1}`)).toBe(true);
  });

  it('reports a key that is taken as it is', async () => {
    const again = transactions.runAsService((tx) =>
      tx.namespace.create({ data: namespaceOf('done') }),
    );
    await expect(again).rejects.toMatchObject({ code: 'P2002' });
  });
});
