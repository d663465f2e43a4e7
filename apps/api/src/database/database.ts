import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Log } from '../config/log.js';
import { PrismaClient } from './generated/client.js';

/** Injection token of the connection string, be it the configured or the embedded database. */
export const DATABASE_URL = Symbol('DATABASE_URL');

/** More connections make the slowest requests slower, not the whole faster. */
export const POOL_SIZE = 8;

const NAMED_STATEMENTS = 500;

/** The one pool of this process. Repositories use `client`, or a Tx that they are handed. */
@Injectable()
export class Database implements OnApplicationShutdown {
  readonly client: PrismaClient;
  private readonly pool: pg.Pool;
  private readonly lastWrites: (() => Promise<void>)[] = [];

  constructor(@Inject(DATABASE_URL) url: string, log: Log) {
    this.pool = new pg.Pool({ connectionString: url, ...LIMITS });
    // An idle connection that drops would otherwise end the process.
    // Named and not logged whole: pg hangs the client on it, with every statement's text.
    const onError = ({ message }: Error): void =>
      log.warn({ reason: message }, 'database connection lost');
    this.pool.on('error', onError);
    this.client = new PrismaClient({
      adapter: new PrismaPg(this.pool, {
        onConnectionError: onError,
        statementNameGenerator: ({ sql }) => statementName(sql),
      }),
    });
  }

  /** How many there are now, how many of them do nothing, and how many statements wait for one. */
  get connections(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Fails when the database does not answer. */
  async ping(): Promise<void> {
    await this.pool.query('SELECT 1');
  }

  /** What is still to be written once the last request has ended. */
  beforeClosing(write: () => Promise<void>): void {
    this.lastWrites.push(write);
  }

  /** Not `onModuleDestroy`: that runs before the requests in flight have ended. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.lastWrites.map((write) => write()));
    await this.client.$disconnect();
    await this.pool.end();
  }
}

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

const names = new Map<string, string>();

/**
 * Names make the server keep a statement's plan. Statements of ever new text, such as inserts of a
 * varying number of rows, would fill its memory, so only so many get one.
 */
const statementName = (sql: string): string => {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= NAMED_STATEMENTS) return '';
  const name = `qm_${createHash('sha256').update(sql).digest('base64url')}`;
  names.set(sql, name);
  return name;
};
