import type pg from 'pg';
import { pino } from 'pino';
import { openPool } from '../../../apps/api/src/database/pool.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';

let store: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  store = await createDatabase();
  await store.query('CREATE TABLE written (what text)');
});
afterEach(() => pool.end());
afterAll(() => store.drop());

const pidOf = async (client: pg.ClientBase): Promise<number> =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;

describe('a connection of the pool', () => {
  it('that is given back within a transaction is closed, and nothing of it is kept', async () => {
    pool = openPool(store.url, pino({ level: 'silent' }), { max: 1, query_timeout: 300 });
    const hung = await pool.connect();
    const pid = await pidOf(hung);
    await hung.query('BEGIN');
    await hung.query(`INSERT INTO written VALUES ('half')`);
    await expect(hung.query('SELECT pg_sleep(1)')).rejects.toThrow('Query read timeout');
    // As Prisma's adapter does, whatever happened.
    hung.release();

    const next = await pool.connect();
    expect(await pidOf(next)).not.toBe(pid);
    await next.query(`INSERT INTO written VALUES ('whole')`);
    next.release();
    expect(await store.query('SELECT what FROM written')).toEqual([{ what: 'whole' }]);
  });

  it('is used again where nothing was left open', async () => {
    pool = openPool(store.url, pino({ level: 'silent' }), { max: 1 });
    const pids: number[] = [];
    for (const end of ['COMMIT', 'ROLLBACK']) {
      const client = await pool.connect();
      pids.push(await pidOf(client));
      await client.query('BEGIN');
      await client.query(end);
      client.release();
    }
    expect(pids[0]).toBe(pids[1]);
  });

  it('may be lost while it is idle, and another one takes its place', async () => {
    pool = openPool(store.url, pino({ level: 'silent' }), { max: 1 });
    const client = await pool.connect();
    const pid = await pidOf(client);
    client.release();
    const lost = new Promise((seen) => pool.once('error', seen));
    await store.query('SELECT pg_terminate_backend($1)', [pid]);
    await lost;
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});
