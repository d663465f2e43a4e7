const NULL = -1;
const WORD = 2 ** 32;
/** Instead of a number of fields, behind the last row. */
const END = -1;

/** A part of what arrived. */
export interface Place {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

const NO_BYTES = Buffer.alloc(0);

/** Reads the fields of a row of binary COPY, one after the other. */
export class BinaryRow {
  private source: Buffer = NO_BYTES;
  private at = 0;

  /** What the row is in, perhaps with others; it stays as it is. */
  get bytes(): Buffer {
    return this.source;
  }

  /** Where the next field is; with the bytes it is all that it takes to read on there later. */
  get position(): number {
    return this.at;
  }

  /** False where there is no row any more. */
  begin(bytes: Buffer, at: number): boolean {
    this.source = bytes;
    this.at = at + 2;
    return bytes.readInt16BE(at) !== END;
  }

  /** Goes to a field that was come by before. */
  from(bytes: Buffer, position: number): this {
    this.source = bytes;
    this.at = position;
    return this;
  }

  skip(fields: number): this {
    for (let left = fields; left > 0; left -= 1) {
      const length = this.length();
      if (length !== NULL) this.at += length;
    }
    return this;
  }

  textOrNull(): string | null {
    const length = this.length();
    if (length === NULL) return null;
    if (length === 0) return '';
    this.at += length;
    return this.source.toString('utf8', this.at - length, this.at);
  }

  /** Empty where it is NULL. */
  text(): string {
    return this.textOrNull() ?? '';
  }

  /** Where the bytes of a text are. */
  place(): Place {
    const length = Math.max(0, this.length());
    this.at += length;
    return { bytes: this.source, start: this.at - length, end: this.at };
  }

  /** Of four bytes; 0 where it is NULL. */
  integer(): number {
    if (this.length() === NULL) return 0;
    this.at += 4;
    return this.source.readInt32BE(this.at - 4);
  }

  /** Of eight bytes; exact as far as a number is. */
  longOrNull(): number | null {
    if (this.length() === NULL) return null;
    this.at += 8;
    return this.source.readInt32BE(this.at - 8) * WORD + this.source.readUInt32BE(this.at - 4);
  }

  boolean(): boolean {
    if (this.length() === NULL) return false;
    this.at += 1;
    return this.source[this.at - 1] === 1;
  }

  private length(): number {
    this.at += 4;
    return this.source.readInt32BE(this.at - 4);
  }
}
