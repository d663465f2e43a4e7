import { readJson } from '#core/json/read.js';
import { isObject, type JsonObject } from '#core/json/value.js';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 256 * 1024;

/**
 * Reads one JSON object from an address of the configuration, or fails with what went wrong. Never
 * follows the answer elsewhere, and neither waits nor reads without end.
 */
export const fetchJson = async (address: string): Promise<JsonObject> => {
  const answer = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`it answers ${answer.status}`);
  }
  const reading = readJson(await textOf(answer));
  if (reading.ok && isObject(reading.value)) return reading.value;
  throw new Error('what it answers is not a JSON object');
};

const textOf = async ({ body }: Response): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    if (size > MOST_BYTES) throw new Error(`it answers more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};
