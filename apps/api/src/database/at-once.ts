import type { Connection, Submittable } from 'pg';

/** A statement that the server keeps prepared under its name, each name for one text. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** A named statement with its values, as texts; lists as literals of arrays. */
export interface Step {
  readonly statement: NamedStatement;
  readonly values: readonly (string | null)[];
}

/**
 * Goes before one that finds rows by lists of keys, and would else be planned anew for each. As it may be
 * planned while a table is empty, it goes by indexes.
 */
export const PLAN_ONCE: Step = {
  statement: {
    name: 'qm_plan_once',
    text: `SELECT set_config('plan_cache_mode', 'force_generic_plan', true),
      set_config('enable_seqscan', 'off', true)`,
  },
  values: [],
};

type Told = (error: Error | null, rows?: Rows) => void;

/** What the last step answers, as texts. */
export type Rows = readonly (readonly (string | null)[])[];

interface DataRow {
  readonly fields: readonly (string | null)[];
}

/**
 * Several statements in one message to the server and one back. What follows up to the synchronisation is
 * one transaction, which is committed with the last and undone where any of them fails; nothing has to be
 * sent to begin or end it. What a general query does around a row, the server and this process are spared.
 */
export class AtOnce implements Submittable {
  private rows: DataRow['fields'][] = [];
  private done = 0;
  private error: Error | undefined;
  /** Names of what was sent to be prepared, and is not known to be. */
  private unprepared: string[] = [];
  private stopListening = (): void => undefined;

  constructor(
    private readonly steps: readonly Step[],
    /** Names of what this connection has prepared, which it goes on to have where a transaction fails. */
    private readonly prepared: Set<string>,
    /** A member of this name is how the client hands on the end, or that it took too long. */
    public callback: Told,
    /** By this name the client knows for how long to wait. */
    readonly query_timeout: number,
  ) {}

  submit(connection: Connection): void {
    const { stream } = connection;
    this.listen(connection);
    stream.cork();
    for (const { statement, values } of this.steps) {
      const { name, text } = statement;
      if (!this.prepared.has(name) && !this.unprepared.includes(name)) {
        connection.parse({ name, text, types: [] }, true);
        this.unprepared.push(name);
      }
      connection.bind({ portal: '', statement: name, values: [...values] }, true);
      connection.execute(null, true);
    }
    connection.sync();
    stream.uncork();
  }

  /** The client hands on everything but this, which comes once for each in their order. */
  private listen(connection: Connection): void {
    const note = (): void => {
      const name = this.unprepared.shift();
      if (name !== undefined) this.prepared.add(name);
    };
    connection.on('parseComplete', note);
    this.stopListening = () => connection.off('parseComplete', note);
  }

  handleDataRow({ fields }: DataRow): void {
    this.rows.push(fields);
  }

  /** Of each step; only the rows of the last are of interest. */
  handleCommandComplete(): void {
    this.done += 1;
    if (this.done < this.steps.length) this.rows = [];
  }

  handleError(error: Error): void {
    this.stopListening();
    this.error = error;
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.error !== undefined) return;
    this.stopListening();
    this.callback(null, this.rows);
  }

  handleRowDescription(): void {
    // Not asked for.
  }

  handleEmptyQuery(): void {
    // No statement is empty.
  }
}
