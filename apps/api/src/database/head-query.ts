import type { Connection, Submittable } from 'pg';

/** A state of the catalog; the token tells it from one of the same number in another history. */
export interface Revision {
  readonly number: number;
  readonly token: string;
}

const NAME = 'qm_head';
const TEXT = 'SELECT revision, revision_token AS token FROM catalog_head WHERE id = 1';

/** A message of the protocol: its kind, its length, and what it says. */
const message = (kind: string, ...content: readonly Buffer[]): Buffer => {
  const said = Buffer.concat(content);
  const length = Buffer.alloc(4);
  length.writeInt32BE(said.length + 4);
  return Buffer.concat([Buffer.from(kind), length, said]);
};

/** Bind the statement without values, answer as text; execute, all rows; sync. */
const ASKED = Buffer.concat([
  message('B', Buffer.from(`\0${NAME}\0`), Buffer.from([0, 0, 0, 0, 0, 1, 0, 0])),
  message('E', Buffer.from([0, 0, 0, 0, 0])),
  message('S'),
]);

type Told = (error: Error | null, revision?: Revision) => void;

interface DataRow {
  readonly fields: readonly (string | null)[];
}

/**
 * Reads the head of the catalog in one message each way. Every batch of candidate requests asks for
 * it, and what a general query does around two columns costs several times what it takes to read
 * them: there is no description of the row, no result, no event.
 */
export class HeadQuery implements Submittable {
  private row: DataRow | undefined;
  private error: Error | undefined;

  /** A member of this name is how the client hands on the end, or that it took too long. */
  constructor(
    public callback: Told,
    /** Whether the connection knows the statement from a query before. */
    private readonly isPrepared: boolean,
  ) {}

  submit(connection: Connection): void {
    if (!this.isPrepared) connection.parse({ name: NAME, text: TEXT, types: [] }, true);
    connection.stream.write(ASKED);
  }

  handleDataRow(row: DataRow): void {
    this.row = row;
  }

  handleError(error: Error): void {
    this.error = error;
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.error !== undefined) return;
    const [number, token] = this.row?.fields ?? [];
    if (typeof number === 'string' && typeof token === 'string') {
      this.callback(null, { number: Number(number), token });
    } else this.callback(new Error('catalog_head has lost its row'));
  }

  handleRowDescription(): void {
    // Not asked for.
  }

  handleCommandComplete(): void {
    // What follows says the same.
  }

  handleEmptyQuery(): void {
    // The statement is not empty.
  }
}
