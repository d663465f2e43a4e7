import type { Duplex } from 'node:stream';
import type { Connection, Submittable } from 'pg';
import { BinaryRow } from './binary-row.js';
import { CopyData } from './copy-data.js';

/** What comes before the first row: a signature, and two lengths that are zero. */
const HEADER_BYTES = 19;

/** So long may rows be read without anybody else getting their turn. */
const SLICE_MS = 8;

/**
 * Everything that a query selects, row by row as it arrives, in the binary form of COPY: nothing is
 * described, escaped, copied, or made into objects that nobody asked for. A row may be read later too, from
 * its bytes.
 */
export class CopyOut implements Submittable {
  private isFirst = true;
  private error: Error | undefined;
  private readonly row = new BinaryRow();
  private stream: Duplex | undefined;
  private data: CopyData | undefined;
  private until = 0;

  /** `callback` is told of the end once; a member of this name is how the client hands it on. */
  constructor(
    private readonly sql: string,
    private readonly onRow: (row: BinaryRow) => void,
    public callback: (error: Error | null) => void,
  ) {}

  submit(connection: Connection): void {
    this.stream = connection.stream;
    this.data = new CopyData(connection.stream, (bytes, start) => this.read(bytes, start));
    connection.query(`COPY (${this.sql}) TO STDOUT (FORMAT binary)`);
  }

  /** The server sends no more rows after this. */
  handleError(error: Error): void {
    this.data?.end();
    this.fail(error);
  }

  handleReadyForQuery(): void {
    this.data?.end();
    if (this.error === undefined) this.callback(null);
  }

  private read(bytes: Buffer, start: number): void {
    if (this.error !== undefined) return;
    try {
      if (this.row.begin(bytes, start + (this.isFirst ? HEADER_BYTES : 0))) this.onRow(this.row);
      this.isFirst = false;
      this.letOthersIn();
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private fail(error: Error): void {
    if (this.error !== undefined) return;
    this.error = error;
    this.callback(error);
  }

  /** What has arrived already is read nevertheless: some tens of kilobytes. */
  private letOthersIn(): void {
    const { stream } = this;
    const now = performance.now();
    if (this.until === 0) {
      // The slice begins with the first row of a turn.
      this.until = now + SLICE_MS;
      setImmediate(() => {
        this.until = 0;
      });
    } else if (now > this.until && stream?.isPaused() === false) {
      stream.pause();
      setImmediate(() => stream.resume());
    }
  }

  handleCommandComplete(): void {
    // What follows says the same.
  }

  handleRowDescription(): void {
    // COPY sends none.
  }

  handleDataRow(): void {
    // Nor these.
  }

  handleEmptyQuery(): void {
    // The statement is not empty.
  }
}
