import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { JsonReader } from '#core/json/reader.js';
import type { JsonFault, JsonLimits } from '#core/json/reading.js';
import type { Json } from '#core/json/value.js';
import { Remembered } from '#core/memory/remembered.js';
import { SeenLately } from '#core/memory/seen-lately.js';
import { arrivedBytes, receiveBytes } from './body-bytes.js';
import { Problem } from './problem.js';
import { calmTurn } from '../event-loop/turns.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it was received, where the request names an Idempotency-Key. */
    bodyDigest?: string;
    /** The characters of a body that came before, and is the same object when it comes again. */
    recurringBody?: number;
  }
}

const MIB = 1024 * 1024;

export const BODY_LIMIT_BYTES = MIB;

/**
 * What a body may hold, beside its bytes: what is done with a value costs more than its two bytes.
 * Two manifests with the largest schemas and policies that are accepted hold 150,000 values.
 */
const LIMITS: JsonLimits = { values: 200_000, members: 20_000, text: MIB };

const BULK = 'POST /v1/registrations';
const BULK_LIMIT_BYTES = 16 * MIB;
const BULK_LIMITS: JsonLimits = { ...LIMITS, values: 1_000_000 };

/** So much is read in one turn of the event loop: a millisecond or two, and one text of a MiB beyond. */
const STEPS_OF_A_TURN = 10_000;
const BYTES_OF_A_TURN = MIB;

/** What is smaller is read at once, in far less than a turn. */
const SMALL_BYTES = 8 * 1024;

/** Bodies of fenced routes, which are asked the same again and again; never changed once read. */
const recent = new Remembered<string, Json>(8 * MIB);
/** Which of them came before. */
const seen = new SeenLately();
/** What a value takes up in memory beside the text that it was read from. */
const VALUES_FOR_TEXT = 4;

/**
 * JSON is the only kind of body, and is read by our own reader: the usual parsers lose duplicate
 * keys, `__proto__` and the digits of large numbers without a word. A large one is read in turns.
 */
export const useJsonBodies = (fastify: FastifyInstance): void => {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', (request: FastifyRequest, message, done) => {
    const arrived = arrivedBytes(message, request.headers, SMALL_BYTES);
    const reading = arrived === null ? receiveBody(request, message) : readBytes(request, arrived);
    if (reading instanceof Promise) reading.then((value) => done(null, value), done);
    else done(null, reading);
  });
  fastify.addHook('onRoute', (route) => {
    const isBulkRoute = [route.method].flat().some((method) => `${method} ${route.url}` === BULK);
    if (isBulkRoute) route.bodyLimit = BULK_LIMIT_BYTES;
  });
};

/**
 * A small body that is all there, for who answers before Fastify parses it; undefined, and the body
 * untouched, where it has to be waited for, or read with more care. Throws where it is no JSON.
 */
export const takeArrivedJson = (request: FastifyRequest): Json | undefined => {
  const { raw, headers } = request;
  const isPlain =
    headers['content-type'] === 'application/json' &&
    headers['content-encoding'] === undefined &&
    headers['idempotency-key'] === undefined;
  const arrived = isPlain ? arrivedBytes(raw, headers, SMALL_BYTES) : null;
  if (arrived === null) return undefined;
  const text = smallText(arrived);
  if (text !== null) return readText(request, text);
  raw.unshift(arrived);
  return undefined;
};

const receiveBody = async (
  request: FastifyRequest,
  message: IncomingMessage,
): Promise<Json | undefined> => {
  const { headers, routeOptions } = request;
  const limit = routeOptions.bodyLimit ?? BODY_LIMIT_BYTES;
  return readBytes(request, await receiveBytes(message, headers, limit, request.bodyPace));
};

/** A promise for what is read in turns. */
const readBytes = (request: FastifyRequest, bytes: Buffer): Json | Promise<Json | undefined> => {
  requirePlainUtf8(request);
  const needsDigest = request.headers['idempotency-key'] !== undefined;
  const text = needsDigest ? null : smallText(bytes);
  return text === null ? readLarge(request, bytes) : readText(request, text);
};

const readText = (request: FastifyRequest, text: string): Json => {
  const known = request.arrival === undefined ? undefined : recurring(text);
  if (known === undefined) return readSmall(text);
  request.recurringBody = text.length;
  return known;
};

/** Null for what is decoded with more care. */
const smallText = (body: Buffer): string | null => {
  const isSmall = body.length > 0 && body.length <= SMALL_BYTES;
  return isSmall && body[0] !== FIRST_OF_BOM && isUtf8(body) ? body.toString() : null;
};

const FIRST_OF_BOM = 0xef;

const readSmall = (text: string): Json => {
  const reading = new JsonReader(text, LIMITS).readToEnd();
  if (!reading.ok) throw problemOf(reading);
  return reading.value;
};

/** The same object each time; undefined where the text did not come before. */
const recurring = (text: string): Json | undefined => {
  const known = recent.get(text);
  if (known !== undefined) return known;
  if (!seen.meet(text)) return undefined;
  const value = readSmall(text);
  recent.set(text, value, VALUES_FOR_TEXT * text.length + ENTRY_BYTES);
  return value;
};

const ENTRY_BYTES = 200;

const readLarge = async (request: FastifyRequest, body: Buffer): Promise<Json | undefined> => {
  if (request.headers['idempotency-key'] !== undefined) request.bodyDigest = await digestOf(body);
  return parseBody(body, isBulk(request) ? BULK_LIMITS : LIMITS, request.raw.socket);
};

const isBulk = ({ method, routeOptions }: FastifyRequest): boolean =>
  `${method} ${routeOptions.url ?? ''}` === BULK;

const requirePlainUtf8 = ({ headers }: FastifyRequest): void => {
  const isPlain = headers['content-type'] === 'application/json';
  if (isPlain && headers['content-encoding'] === undefined) return;
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
const parseBody = async (
  bytes: Buffer,
  limits: JsonLimits,
  from: Socket,
): Promise<Json | undefined> => {
  if (bytes.length === 0) return undefined;
  const reader = new JsonReader(await decode(bytes), limits);
  for (;;) {
    const reading = reader.read(STEPS_OF_A_TURN);
    if (reading?.ok === true) return reading.value;
    if (reading?.ok === false) throw problemOf(reading);
    await calmTurn();
    if (from.destroyed) throw new Problem('request-malformed', { detail: 'The client has gone.' });
  }
};

const problemOf = ({ code, pointer, message }: JsonFault): Problem => {
  const errors = [{ pointer, code, message }];
  return code === 'too-many-values' || code === 'too-long-text'
    ? new Problem('body-too-large', { detail: `The body is too much: ${message}.`, errors })
    : new Problem(code, { detail: message, errors });
};

const decode = async (bytes: Buffer): Promise<string> => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const piece of piecesOf(bytes)) text += decoder.decode(piece, { stream: true });
    return text + decoder.decode();
  } catch {
    throw new Problem('bad-json', { detail: 'The body is not valid UTF-8.' });
  }
};

const digestOf = async (bytes: Buffer): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(bytes)) hash.update(piece);
  return hash.digest('hex');
};

/** A large body piece by piece, each in a turn of its own. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += BYTES_OF_A_TURN) {
    if (at > 0) await calmTurn();
    yield bytes.subarray(at, at + BYTES_OF_A_TURN);
  }
}
