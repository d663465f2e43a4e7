import pg from 'pg';
import type { Log } from '../config/log.js';
import { Arrivals } from './arrivals.js';
import { OpeningClient } from './opening-client.js';
import { AS_APP } from './roles/app-role.js';

/** More connections make the slowest requests slower, not the whole faster. */
export const POOL_SIZE = 8;

/** Nothing waits for ever: neither for a connection, nor for an answer, nor for a lock. */
const LIMITS = {
  max: POOL_SIZE,
  // A server that is down refuses at once; this is for one that does not answer at all, and leaves
  // room for a machine so busy that this process itself comes late.
  connectionTimeoutMillis: 3_000,
  query_timeout: 20_000,
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
  application_name: 'quartermaster',
} as const satisfies pg.PoolConfig;

/** The connections of this process; `limits` replace those above where a test cannot wait. */
export const openPool = (url: string, log: Log, limits: pg.PoolConfig = {}): pg.Pool => {
  const arrivals = new Arrivals(() => comeThrough(url));
  class ArrivingClient extends OpeningClient {
    constructor(config?: pg.ClientConfig) {
      super(config);
      arrivals.add(this);
    }
  }
  const pool = new pg.Pool({
    connectionString: url,
    Client: ArrivingClient,
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool does wait for it
    onConnect: stepDown,
    ...LIMITS,
    ...limits,
  });
  pool.on('connect', (client) => arrivals.arrived(client));
  // Unheard, a connection that drops would end the process: the pool listens to idle ones alone and
  // Prisma to one that it has, and in between nobody would.
  pool.on('connect', (client) => client.on('error', (error) => reportLost(log, error)));
  pool.on('error', () => undefined);
  pool.on('release', (_error, client) => {
    // After a statement that was not answered in time Prisma gives the connection back as it is, and
    // what its next user does would be part of the transaction that was left open.
    if (client.getTransactionStatus() !== 'I') void client.end();
  });
  return pool;
};

/** Opens a connection and closes it. */
const comeThrough = async (url: string): Promise<void> => {
  const { connectionTimeoutMillis, application_name } = LIMITS;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis,
    application_name,
  });
  client.on('error', () => undefined);
  await client.connect();
  // It has told what there was to tell; its end might be lost on the way.
  void client.end();
};

/** Named and not logged whole: pg hangs the client on it, with every statement's text. */
const reportLost = (log: Log, { message }: Error): void =>
  log.warn({ reason: message }, 'database connection lost');

/** A statement and no option of the connection, which poolers refuse. */
const stepDown = (client: pg.ClientBase): Promise<unknown> => client.query(AS_APP);
