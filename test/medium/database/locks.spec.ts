import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { Database } from '../../../apps/api/src/database/database.js';
import { lockTool, lockTools } from '../../../apps/api/src/database/locks.js';
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

const locks = async (granted: boolean): Promise<number> => {
  const rows = await store.query(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted = ${granted}
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.length;
};

describe('the locks of tools', () => {
  it('are few, however many tools are written at once', async () => {
    const tools = Array.from({ length: 5_000 }, () => `bulk.${randomUUID()}`);
    const held = await transactions.runAsService(async (tx) => {
      await lockTools(tx, tools);
      return locks(true);
    });
    expect(held).toBeGreaterThan(400);
    expect(held).toBeLessThanOrEqual(512);
  });

  it('let a writer of one tool wait for a bulk that holds it, by whatever case it is written', async () => {
    const order: string[] = [];
    let single: Promise<void> = Promise.resolve();
    await transactions.runAsService(async (tx) => {
      await lockTools(tx, ['a.one', 'a.two']);
      single = transactions.runAsService(async (other) => {
        await lockTool(other, 'A.Two');
        order.push('single');
      });
      while ((await locks(false)) === 0);
      order.push('bulk');
    });
    await single;
    expect(order).toEqual(['bulk', 'single']);
  });
});
