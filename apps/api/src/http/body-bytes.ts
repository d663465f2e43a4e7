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

/** A body as it comes in; refused as soon as it is over the limit, and where it breaks off. */
export const receiveBytes = (
  message: IncomingMessage,
  headers: Headers,
  limit: number,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Not a number where it is not stated, which no comparison is true of.
    const stated = Number(headers['content-length']);
    if (stated > limit) return reject(tooLarge());
    const pieces: Buffer[] = [];
    let size = 0;
    const take = (piece: Buffer): void => {
      size += piece.length;
      pieces.push(piece);
      if (size > limit) settle(tooLarge());
    };
    const end = (): void => settle(size < stated || size > stated ? notAsStated() : undefined);
    const settle = (refusal?: Problem): void => {
      message.off('data', take).off('end', end).off('error', breakOff);
      if (refusal === undefined) resolve(Buffer.concat(pieces, size));
      else reject(refusal);
    };
    const breakOff = (): void => settle(brokenOff());
    message.on('data', take).on('end', end).on('error', breakOff);
  });

const tooLarge = (): Problem =>
  new Problem('body-too-large', { detail: 'The body is over the limit.' });

const notAsStated = (): Problem =>
  new Problem('request-malformed', { detail: 'The body is not as long as Content-Length says.' });

const brokenOff = (): Problem =>
  new Problem('request-malformed', { detail: 'The body broke off.' });
