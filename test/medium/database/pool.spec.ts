import { createServer } from 'node:net';
import type pg from 'pg';
import { pino } from 'pino';
import { isConnectionLost, isUnavailable } from '../../../apps/api/src/database/failure.js';
import { openPool } from '../../../apps/api/src/database/pool.js';
import { createDatabase, type TestDatabase } from '../../support/database.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/** What a server says that lets somebody in and is told to shut down at once. */
const READY_AND_LOST = Buffer.concat([
  message('R', Buffer.from([0, 0, 0, 0])),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0')),
]);

let store: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  store = await createDatabase();
  await store.query('CREATE TABLE written (what text)');
  await store.query('GRANT INSERT ON written TO quartermaster_app');
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

  it('may be lost in the moment it is made, which ends a statement and not the process', async () => {
    // In one piece, so that the loss is read before anybody who waits has the connection.
    const server = createServer((socket) => socket.once('data', () => socket.end(READY_AND_LOST)));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    pool = openPool(`postgresql://a:b@127.0.0.1:${port}/c`, pino({ level: 'silent' }));
    const error = await pool.query('SELECT 1').catch((caught: unknown) => caught);
    expect(isUnavailable(error)).toBe(true);
    server.close();
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

  it('that nothing comes back to is given up once another comes through', async () => {
    const url = new URL(store.url);
    const network = await TcpProxy.to(Number(url.port));
    url.port = String(network.port);
    network.weather = { kind: 'silent' };
    pool = openPool(url.href, pino({ level: 'silent' }), {
      max: 1,
      connectionTimeoutMillis: 600_000,
    });
    const unanswered = pool.connect().catch((error: unknown) => error);
    await network.nextLoss();
    network.weather = { kind: 'clear' };
    expect(isConnectionLost(await unanswered)).toBe(true);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
    network.close();
    pool = openPool(store.url, pino({ level: 'silent' }));
    // After a minute the server itself ends what has not said who it is.
  }, 30_000);
});
