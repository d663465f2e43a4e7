import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { inSpan, noteInSpan } from '../tracing/current-trace.js';
import { lastInTransactions } from './last-in-transactions.js';
import type { Step as Span } from '../tracing/trace.js';
import type { Rows, Step } from './at-once.js';
import { Database, type Tx } from './database.js';
import { DatabaseUnavailable, isConflict, isUnavailable } from './failure.js';
import { POOL_SIZE } from './pool.js';
import { currentSight, EVERYTHING, seeing, type Sight } from './sight.js';
import { Turnstile } from './turnstile.js';

export type { Tx } from './database.js';

export const CHANGE: Span = { name: 'change' };

const ATTEMPTS = 4;
const WAIT_IN_LINE_MS = 5_000;
const DURATION_MS = 12_000;

/** Runs the work of use cases in transactions (READ COMMITTED; writers of one tool take its lock). */
@Injectable()
export class Transactions {
  /** Two connections are left to those who only read. */
  private readonly turnstile = new Turnstile(POOL_SIZE - 2);

  constructor(private readonly database: Database) {}

  /** How many changes wait for their turn. */
  get waiting(): number {
    return this.turnstile.length;
  }

  /**
   * Commits what `work` did when it resolves, and rolls back when it throws; it sees and writes what
   * whoever the request is of may. Work that lost against
   * another transaction is done again from the start, so it must not have effects elsewhere. A
   * database that is away or stays busy is `DatabaseUnavailable`; any other error comes out as it
   * was thrown.
   */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return inSpan(CHANGE, () => this.untilTaken(work));
  }

  /** The same as the service's own work. */
  runAsService<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return seeing(
      () => EVERYTHING,
      () => this.run(work),
    );
  }

  /**
   * As `Database.atOnce`, in the same line as all other changes. `DatabaseUnavailable` where its turn did
   * not come, and nothing was sent; any other error as the database throws it.
   */
  atOnce(steps: readonly Step[], sight: Sight = currentSight()): Promise<Rows> {
    return this.inTurn(() => this.database.atOnce(steps, sight));
  }

  private async untilTaken<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(work);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        if (!isConflict(error) || attempt === ATTEMPTS) {
          throw new DatabaseUnavailable(
            'The database did not take the change; it may be away or busy.',
          );
        }
        noteInSpan({ 'quartermaster.retries': attempt });
        await sleep(attempt * 10 * (0.5 + Math.random()));
      }
    }
  }

  private once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const last = lastInTransactions.current;
    const whole = async (tx: Tx): Promise<T> => {
      const result = await work(tx);
      if (last !== undefined) await tx.$executeRawUnsafe(last.statement.text, ...last.values);
      return result;
    };
    return this.inTurn(() =>
      this.database.transaction(whole, { maxWait: WAIT_IN_LINE_MS, timeout: DURATION_MS }),
    );
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.turnstile.pass(
      work,
      WAIT_IN_LINE_MS,
      () => new DatabaseUnavailable('Too many changes wait for the database.'),
    );
  }
}
