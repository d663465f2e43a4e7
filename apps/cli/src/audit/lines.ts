import { createReadStream } from 'node:fs';
import { usageFailure } from '../exit-codes.js';

/** No event comes near it; what is longer is not held in memory. */
const LONGEST = 16 * 1024 * 1024;

/** The lines of a text that arrives in pieces, one after another. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // A mark at the beginning is a change like any other, and so are bytes that are no UTF-8.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoded(decoder, chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) throw usageFailure('a line is longer than any event');
    yield* lines;
  }
  rest += decoded(decoder);
  if (rest !== '') yield rest;
}

/** More is to come where a chunk is given. */
function decoded(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw usageFailure('the export is not UTF-8', 'It was changed, or is another file.');
  }
}

/** A file piece by piece. */
export async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(path)) {
      // Without an encoding a file is read as bytes.
      if (piece instanceof Uint8Array) yield piece;
    }
  } catch (error) {
    throw usageFailure(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
