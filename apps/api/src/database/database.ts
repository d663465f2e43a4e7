import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { Log } from '../config/log.js';
import { PrismaClient } from './generated/client.js';
import { openPool } from './pool.js';

/** Injection token of the connection string, be it the configured or the embedded database. */
export const DATABASE_URL = Symbol('DATABASE_URL');

const NAMED_STATEMENTS = 500;

/** The one pool of this process. Repositories use `client`, or a Tx that they are handed. */
@Injectable()
export class Database implements OnApplicationShutdown {
  readonly client: PrismaClient;
  private readonly pool: pg.Pool;
  private readonly lastWrites: (() => Promise<void>)[] = [];

  constructor(@Inject(DATABASE_URL) url: string, log: Log) {
    this.pool = openPool(url, log);
    this.client = new PrismaClient({
      adapter: new PrismaPg(this.pool, {
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
