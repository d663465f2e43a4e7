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

/** What `ready for query` says outside of a transaction. */
const IDLE = 'I';
const READY = { name: 'readyForQuery', length: 5, status: IDLE };

export type Told = (error: Error | null, revision?: Revision) => void;

interface DataRow {
  readonly fields: readonly (string | null)[];
}

/**
 * Reads the head of the catalog in one message each way. Every batch of candidate requests asks for
 * it, and what a general query does around two columns costs several times what it takes to read
 * them: there is no description of the row, no result, no event.
 */
export class HeadQuery implements Submittable {
  /** Once it was read. */
  revision: Revision | undefined;
  private connection: Connection | undefined;
  private row: DataRow | undefined;
  private error: Error | undefined;

  /** A member of this name is how the client hands on the end. */
  constructor(
    public callback: Told,
    /** Whether the connection knows the statement from a query before. */
    private readonly isPrepared: boolean,
  ) {}

  submit(connection: Connection): void {
    this.connection = connection;
    if (!this.isPrepared) connection.parse({ name: NAME, text: TEXT, types: [] }, true);
    connection.stream.write(ASKED);
  }

  /** Ends the query as if the client had read all of an answer that says this. */
  answerWith(revision: Revision): void {
    this.revision = revision;
    this.connection?.emit('readyForQuery', READY);
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
    this.revision ??= revisionIn(this.row);
    if (this.revision !== undefined) this.callback(null, this.revision);
    else this.callback(new Error('catalog_head has lost its row'));
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

const revisionIn = (row: DataRow | undefined): Revision | undefined => {
  const [number, token] = row?.fields ?? [];
  if (typeof number !== 'string' || typeof token !== 'string') return undefined;
  return { number: Number(number), token };
};

const BEFORE_CONTENT = 5;
/** Bound, one row, the command complete, ready. */
const KINDS_OF_ANSWER = '2DCZ';

/** Whether these are all messages of an answer outside of a transaction, and nothing else. */
export const isWholeAnswer = (bytes: Buffer): boolean => {
  let kinds = '';
  let at = 0;
  while (at + BEFORE_CONTENT <= bytes.length && kinds.length < KINDS_OF_ANSWER.length) {
    kinds += String.fromCharCode(bytes.readUInt8(at));
    at += 1 + bytes.readUInt32BE(at + 1);
  }
  const isWhole = kinds === KINDS_OF_ANSWER && at === bytes.length;
  return isWhole && bytes.toString('latin1', at - 1) === IDLE;
};
