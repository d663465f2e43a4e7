import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Problem } from './problem.js';

type Headers = Pick<IncomingHttpHeaders, 'content-length'>;

/**
 * All of a body that has come already, as a small one has by the time that its caller was let in; null
 * where it is still on its way, or more than `most`. Nothing has to be listened to or waited for.
 */
export const arrivedBytes = (
  message: IncomingMessage,
  headers: Headers,
  most: number,
): Buffer | null => {
  const { readableLength: length } = message;
  const isWhole = message.complete && length > 0 && length === Number(headers['content-length']);
  if (!isWhole || length > most) return null;
  const bytes: unknown = message.read();
  return Buffer.isBuffer(bytes) ? bytes : null;
};

/** How fast a body has to come in. */
export interface Pace {
  readonly lookEveryMs: number;
  /** So many looks in a row may find that nothing has come. */
  readonly idleLooks: number;
  /** By so many all of it is there. */
  readonly looks: number;
}

/** A body as it comes in; refused as soon as it is over the limit, too slow, or where it breaks off. */
export const receiveBytes = (
  message: IncomingMessage,
  headers: Headers,
  limit: number,
  pace?: Pace,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Not a number where it is not stated, which no comparison is true of.
    const stated = Number(headers['content-length']);
    if (stated > limit) return reject(tooLarge());
    // Of what is over already nobody would hear any more.
    if (message.destroyed) return reject(brokenOff());
    const pieces: Buffer[] = [];
    let size = 0;
    const take = (piece: Buffer): void => {
      size += piece.length;
      pieces.push(piece);
      if (size > limit) settle(tooLarge());
    };
    const end = (): void => settle(size < stated || size > stated ? notAsStated() : undefined);
    const settle = (refusal?: Problem): void => {
      stopLooking();
      message.off('data', take).off('end', end).off('error', breakOff).off('close', breakOff);
      if (refusal === undefined) resolve(Buffer.concat(pieces, size));
      else reject(refusal);
    };
    const breakOff = (): void => settle(brokenOff());
    const stopLooking = lookAfter(
      pace,
      () => size,
      () => settle(tooSlow()),
    );
    message.on('data', take).on('end', end).on('error', breakOff).on('close', breakOff);
  });

/**
 * Tells once when the pace was not kept; returns what stops it. Looks are counted and not the time, since
 * between two of them there was a turn to read in, however late this process is itself.
 */
const lookAfter = (
  pace: Pace | undefined,
  sizeNow: () => number,
  onTooSlow: () => void,
): (() => void) => {
  if (pace === undefined) return () => undefined;
  let [looks, idle, size] = [0, 0, 0];
  const timer = setInterval(() => {
    looks += 1;
    idle = sizeNow() === size ? idle + 1 : 0;
    size = sizeNow();
    if (looks >= pace.looks || idle >= pace.idleLooks) onTooSlow();
  }, pace.lookEveryMs);
  return () => clearInterval(timer);
};

/** What is left of it is not read, so that the connection is of no more use. */
const tooSlow = (): Problem =>
  new Problem('request-timeout', {
    detail: 'The body took too long to arrive, while others waited for its room.',
    headers: { connection: 'close' },
  });

const tooLarge = (): Problem =>
  new Problem('body-too-large', { detail: 'The body is over the limit.' });

const notAsStated = (): Problem =>
  new Problem('request-malformed', { detail: 'The body is not as long as Content-Length says.' });

const brokenOff = (): Problem =>
  new Problem('request-malformed', { detail: 'The body broke off.' });
