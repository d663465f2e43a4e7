import type { Duplex } from 'node:stream';

/** A kind of message, and its length, in which the kind is not counted. */
const HEAD_BYTES = 5;
/** A row of COPY. */
const DATA = 0x64;
const NOTHING = Buffer.alloc(0);

type Listener = (arrived: Buffer) => void;

/**
 * The rows of a COPY in what arrives from a server, each where it arrived: a driver would copy all of it
 * once, and make an object of every row. What is no row goes on to whoever listened before.
 */
export class CopyData {
  private readonly others: Listener[];
  /** A head that has not arrived in whole. */
  private rest: Buffer = NOTHING;
  /** A row that arrives in parts, and as far as it has. */
  private row: Buffer | undefined;
  private filled = 0;
  /** So much more is part of a message for the others. */
  private theirs = 0;
  private isOver = false;

  /** A row is at `start` in bytes that nobody writes to again. */
  constructor(
    private readonly stream: Duplex,
    private readonly onRow: (bytes: Buffer, start: number) => void,
  ) {
    this.others = stream.listeners('data') as Listener[]; // the event has no other
    stream.removeAllListeners('data').on('data', this.take);
  }

  /** What arrives is the others' from now on, and so is what has arrived behind the message that is read. */
  end(): void {
    this.isOver = true;
    this.stream.off('data', this.take);
    for (const other of this.others) this.stream.on('data', other);
  }

  private readonly take = (arrived: Buffer): void => {
    let bytes = arrived;
    if (this.rest.length > 0) {
      bytes = Buffer.concat([this.rest, arrived]);
      this.rest = NOTHING;
    }
    for (let at = this.goOn(bytes); at < bytes.length;) {
      if (this.isOver) return this.handOn(bytes, at, bytes.length);
      if (bytes.length - at < HEAD_BYTES) {
        this.rest = bytes.subarray(at);
        return;
      }
      const end = at + 1 + bytes.readInt32BE(at + 1);
      if (end < at + HEAD_BYTES) {
        this.stream.destroy(new Error('what arrives from the server is no message'));
        return;
      }
      if (bytes[at] !== DATA) this.handOn(bytes, at, end);
      else if (end <= bytes.length) this.onRow(bytes, at + HEAD_BYTES);
      else this.begin(bytes, at, end);
      at = end;
    }
  };

  /** With what is to come of a message that has begun; where the next one is. */
  private goOn(bytes: Buffer): number {
    if (this.theirs > 0) {
      const end = this.theirs;
      this.theirs = 0;
      this.handOn(bytes, 0, end);
      return end;
    }
    const { row } = this;
    if (row === undefined) return 0;
    const part = bytes.copy(row, this.filled);
    this.filled += part;
    if (this.filled < row.length) return part;
    this.row = undefined;
    this.onRow(row, HEAD_BYTES);
    return part;
  }

  private begin(bytes: Buffer, at: number, end: number): void {
    this.row = Buffer.allocUnsafeSlow(end - at);
    this.filled = bytes.copy(this.row, 0, at);
  }

  private handOn(bytes: Buffer, at: number, end: number): void {
    this.theirs = Math.max(0, end - bytes.length);
    const part = bytes.subarray(at, end);
    for (const other of this.others) other(part);
  }
}
