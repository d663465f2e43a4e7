import pg from 'pg';
import { AsyncScope } from './async-scope.js';

/** What the transactions that begin within are opened with, as a statement. */
export const opening = new AsyncScope<string>();

interface Begin extends pg.QueryConfig {
  readonly text: 'BEGIN';
}

/**
 * Sends what a transaction is opened with along with its `BEGIN`, which Prisma's adapter sends by itself:
 * each would cost a way to the server and back. Were that `BEGIN` ever missed here, the transaction would
 * see nothing at all.
 */
export class OpeningClient extends pg.Client {
  // `never` is what all of the overloads allow; the answer is what the one that was called promises.
  override query(...asked: unknown[]): never {
    const [statement] = asked;
    const settings = opening.current;
    return (
      settings !== undefined && isBegin(statement)
        ? this.begin(statement, settings)
        : Reflect.apply(super.query, this, asked)
    ) as never;
  }

  /** Without a name, which only a single statement can have. */
  private async begin(statement: Begin, settings: string): Promise<unknown> {
    const results: unknown = await super.query({
      ...statement,
      name: '',
      text: `BEGIN; ${settings}`,
    });
    return Array.isArray(results) ? results[0] : results;
  }
}

const isBegin = (statement: unknown): statement is Begin =>
  typeof statement === 'object' &&
  statement !== null &&
  'text' in statement &&
  statement.text === 'BEGIN';
