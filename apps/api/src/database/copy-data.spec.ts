import { PassThrough } from 'node:stream';
import { CopyData } from './copy-data.js';

const message = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};

/** Rows of many lengths, before them what says that they come, among them a notice, behind them the end. */
const rows = Array.from({ length: 60 }, (_, at) => Buffer.alloc((at * 37) % 190, at));
const others = [
  message('H', Buffer.from('binary')),
  message('N', Buffer.alloc(150, 'n')),
  message('c', Buffer.alloc(0)),
  message('Z', Buffer.from('I')),
] as const;
const half = rows.length / 2;
const data = rows.map((row) => message('d', row));
const sent = Buffer.concat([
  others[0],
  ...data.slice(0, half),
  others[1],
  ...data.slice(half),
  others[2],
  others[3],
]);

/** What arrives in parts of one size, as the rows are told and what is left for the others. */
const readInParts = (size: number) => {
  const stream = new PassThrough();
  const told: Buffer[] = [];
  const left: Buffer[] = [];
  stream.on('data', (part: Buffer) => left.push(part));
  const copied = new CopyData(stream, (bytes, start) => {
    told.push(bytes.subarray(start, start - 4 + bytes.readInt32BE(start - 4)));
  });
  for (let at = 0; at < sent.length; at += size) {
    stream.emit('data', Buffer.from(sent.subarray(at, at + size)));
  }
  copied.end();
  stream.emit('data', Buffer.from('behind'));
  return { told, left: Buffer.concat(left) };
};

describe('the rows of a copy', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 64, 191, 200, 1_000, sent.length])(
    'are all told, and nothing else, in parts of %i bytes',
    (size) => {
      const { told, left } = readInParts(size);
      expect(told).toEqual(rows);
      expect(left).toEqual(Buffer.concat([...others, Buffer.from('behind')]));
    },
  );

  it.each([1, 2, 3, 4, 7, 1_000])(
    'end within what arrives, of which the others get all that is left, in parts of %i bytes',
    (size) => {
      const stream = new PassThrough();
      const left: Buffer[] = [];
      stream.on('data', (part: Buffer) => {
        left.push(part);
        // As a driver tells of an error that it has read.
        if (Buffer.concat(left).length === failure.length) copied.end();
      });
      const failure = message('E', Buffer.from('failed'));
      const behind = [message('Z', Buffer.from('I')), Buffer.from([0x4e, 0, 0])];
      const copied = new CopyData(stream, () => undefined);
      const all = Buffer.concat([message('d', Buffer.from('row')), failure, ...behind]);
      for (let at = 0; at < all.length; at += size)
        stream.emit('data', all.subarray(at, at + size));
      expect(Buffer.concat(left)).toEqual(Buffer.concat([failure, ...behind]));
    },
  );

  it('end with the connection where the server sends no messages', () => {
    const stream = new PassThrough();
    const failures: Error[] = [];
    stream.on('error', (error) => failures.push(error)).on('data', () => undefined);
    new CopyData(stream, () => undefined);
    stream.emit('data', Buffer.from([0x64, 0, 0, 0, 0, 1]));
    expect(stream.destroyed).toBe(true);
  });
});
