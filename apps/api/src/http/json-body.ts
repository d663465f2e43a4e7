import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson } from '#core/json/read.js';
import type { Json } from '#core/json/value.js';
import { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it was received, where the request names an Idempotency-Key. */
    bodyDigest?: string;
  }
}

const MIB = 1024 * 1024;

export const BODY_LIMIT_BYTES = MIB;

/** Routes that take more than the common limit. */
const BODY_LIMITS = new Map([['POST /v1/registrations', 16 * MIB]]);

/**
 * JSON is the only kind of body, and is read by our own reader: the usual parsers lose duplicate
 * keys, `__proto__` and the digits of large numbers without a word.
 */
export const useJsonBodies = (fastify: FastifyInstance): void => {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      requirePlainUtf8(request);
      // `parseAs: 'buffer'` makes it one.
      const bytes = body as Buffer;
      if (request.headers['idempotency-key'] !== undefined) {
        request.bodyDigest = createHash('sha256').update(bytes).digest('hex');
      }
      done(null, parseBody(bytes));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  fastify.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const limit = BODY_LIMITS.get(`${method} ${route.url}`);
      if (limit !== undefined) route.bodyLimit = limit;
    }
  });
};

const requirePlainUtf8 = ({ headers }: FastifyRequest): void => {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Problem('media-type-unsupported', { detail: 'The body has to be UTF-8.' });
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new Problem('media-type-unsupported', { detail: 'The body must not be compressed.' });
  }
};

/** An empty body is no document at all; whether the route needs one, the route says. */
const parseBody = (bytes: Buffer): Json | undefined => {
  if (bytes.length === 0) return undefined;
  const reading = readJson(decode(bytes));
  if (reading.ok) return reading.value;
  throw new Problem(reading.code, {
    detail: reading.message,
    errors: [{ pointer: reading.pointer, code: reading.code, message: reading.message }],
  });
};

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('bad-json', { detail: 'The body is not valid UTF-8.' });
  }
};
