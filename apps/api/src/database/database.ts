import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { Log } from '../config/log.js';
import { PrismaClient, type Prisma } from './generated/client.js';
import { inSpan } from '../tracing/current-trace.js';
import type { Step as Span } from '../tracing/trace.js';
import { AtOnce, type Rows, type Step } from './at-once.js';
import { opening } from './opening-client.js';
import { OutcomeUnknown, sqlStateOf } from './failure.js';
import { openPool } from './pool.js';
import { currentSight, EVERYTHING, seeing, type Sight } from './sight.js';
import { seeingStep, settingsOf } from './sight-settings.js';
import { untilConnected } from './until-connected.js';

/** Injection token of the connection string, be it the configured or the embedded database. */
export const DATABASE_URL = Symbol('DATABASE_URL');

/** What a repository reads and writes through: the client inside of one transaction. */
export type Tx = Prisma.TransactionClient;

export interface TransactionLimits {
  /** How long to wait for a connection. */
  readonly maxWait: number;
  readonly timeout: number;
}

const NAMED_STATEMENTS = 500;
export const TRANSACTION: Span = {
  name: 'transaction',
  kind: 'client',
  facts: { 'db.system.name': 'postgresql' },
};
/** For locks it waits shorter. */
const AT_ONCE_TIMEOUT_MS = 8_000;
const READING: TransactionLimits = { maxWait: 3_000, timeout: 20_000 };

/**
 * The one pool of this process. There is no way to it but a transaction, and no transaction that does
 * not say for whom it is.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly client: PrismaClient;
  private readonly pool: pg.Pool;
  /** By the connection, what it has prepared. */
  private readonly prepared = new WeakMap<pg.ClientBase, Set<string>>();
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

  /** Reads for whoever the request is of; in the transaction that is handed in, where there is one. */
  async reading<T>(work: (db: Tx) => Promise<T>, tx?: Tx): Promise<T> {
    return tx === undefined ? this.transaction(work, READING) : work(tx);
  }

  /** The service's own work, whoever it happens to be done for. */
  asService<T>(work: (db: Tx) => Promise<T>): Promise<T> {
    return seeing(
      () => EVERYTHING,
      () => this.transaction(work, READING),
    );
  }

  /** What `work` does sees what the current sight is, and nothing where it was not said. */
  async transaction<T>(work: (tx: Tx) => Promise<T>, limits: TransactionLimits): Promise<T> {
    const settings = settingsOf(currentSight());
    return inSpan(TRANSACTION, () => opening.during(settings, () => this.begin(work, limits)));
  }

  private async begin<T>(work: (tx: Tx) => Promise<T>, limits: TransactionLimits): Promise<T> {
    let hasBegun = false;
    const noted = (tx: Tx): Promise<T> => {
      hasBegun = true;
      return work(tx);
    };
    return untilConnected(
      () => this.client.$transaction(noted, limits),
      () => !hasBegun,
    );
  }

  /**
   * A transaction whose statements are known beforehand, which costs a single way to the server and back;
   * what its last one answers, as texts. It is not sent again where the connection is lost: whether it took
   * effect is not known then.
   */
  atOnce(steps: readonly Step[], sight: Sight = currentSight()): Promise<Rows> {
    return inSpan(TRANSACTION, () => this.send([seeingStep(sight), ...steps]));
  }

  /** The same for statements that only read, which are sent again. */
  readAtOnce(steps: readonly Step[], sight: Sight = currentSight()): Promise<Rows> {
    const all = [seeingStep(sight), ...steps];
    return inSpan(TRANSACTION, () => untilConnected(() => this.send(all)));
  }

  /** The same where no sight is needed, as what is called answers everybody alike. */
  async readUnsighted(step: Step): Promise<Rows> {
    return untilConnected(() => this.send([step]));
  }

  /** Whatever is asked by `atOnce` and its like. */
  protected async send(steps: readonly Step[]): Promise<Rows> {
    // Nothing is sent by then.
    const client = await untilConnected(() => this.pool.connect());
    let isLost = true;
    try {
      const rows = await new Promise<Rows>((resolve, reject) => {
        const told = (error: Error | null, answered: Rows = []): void => {
          // After any other failure nothing tells whether the connection still waits for its answer.
          isLost = error !== null && sqlStateOf(error) === undefined;
          if (error === null) resolve(answered);
          else reject(isLost ? new OutcomeUnknown(error) : error);
        };
        client.query(new AtOnce(steps, this.preparedBy(client), told, AT_ONCE_TIMEOUT_MS));
      });
      return rows;
    } finally {
      client.release(isLost);
    }
  }

  private preparedBy(client: pg.ClientBase): Set<string> {
    const known = this.prepared.get(client);
    if (known !== undefined) return known;
    const names = new Set<string>();
    this.prepared.set(client, names);
    return names;
  }

  /** One statement that needs no sight, as what it calls answers everybody alike. */
  get unsighted(): Pick<PrismaClient, '$queryRaw'> {
    return this.client;
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
