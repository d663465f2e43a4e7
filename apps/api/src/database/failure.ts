/** Work that was not done for want of the database, and may be sent again; the message says why. */
export class DatabaseUnavailable extends Error {}

/** The connection was lost, or not heard of in time, after all was sent: it took effect or not. */
export class OutcomeUnknown extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Two transactions got in each other's way; the same work may well succeed now. */
export const isConflict = (error: unknown): boolean =>
  fieldOf(error, 'code') === 'P2034' || CONFLICT_STATES.has(sqlStateOf(error) ?? '');

/** A unique index said no: somebody else wrote the same key first. */
export const isUniqueViolation = (error: unknown): boolean =>
  fieldOf(error, 'code') === 'P2002' || sqlStateOf(error) === '23505';

/**
 * Whether the error says that the database is away or too busy, rather than that we asked something
 * wrong. Prisma reports an exhausted pool and a connection that was lost inside a transaction as a
 * plain Error without a code, so that its words have to be read.
 */
export const isUnavailable = (error: unknown): boolean =>
  isConflict(error) ||
  isConnectionLost(error) ||
  PRISMA_CODES.has(textOf(error, 'code') ?? '') ||
  textOf(error, 'name') === 'PrismaClientInitializationError' ||
  UNAVAILABLE_STATES.test(sqlStateOf(error) ?? '') ||
  chainOf(error).some(
    (link) =>
      NETWORK_CODES.has(textOf(link, 'code') ?? '') ||
      DRIVER_KINDS.has(textOf(link, 'kind') ?? '') ||
      MESSAGES.test(textOf(link, 'message') ?? ''),
  );

/** The connection ended, be it that the server ended it; says nothing of what was sent last. */
export const isConnectionLost = (error: unknown): boolean =>
  sqlStateOf(error) === '57P01' ||
  chainOf(error).some(
    (link) =>
      LOST_CODES.has(textOf(link, 'code') ?? '') ||
      textOf(link, 'kind') === 'ConnectionClosed' ||
      LOST_MESSAGES.test(textOf(link, 'message') ?? ''),
  );

/** The SQLSTATE behind an error of Prisma or of node-postgres. */
export const sqlStateOf = (error: unknown): string | undefined => {
  for (const link of chainOf(error)) {
    for (const name of ['originalCode', 'code']) {
      const value = textOf(link, name);
      // Five characters as well, but of the operating system (EPIPE) or of Prisma (P2002).
      if (value !== undefined && /^(?!EPIPE)(?!P2)[0-9A-Z]{5}$/.test(value)) return value;
    }
  }
  return undefined;
};

const CONFLICT_STATES = new Set(['40001', '40P01']);

/**
 * Connection trouble, resources, lock and statement timeouts, a server that shuts down, recovers or
 * fails to write; one that takes no changes, since it is a standby; one that no longer lets us in,
 * since its password or its databases are just being changed.
 */
const UNAVAILABLE_STATES = /^(08...|28...|3D000|53...|55P03|57014|57P0.|25006|25P0[34]|58030)$/;

const PRISMA_CODES = new Set([
  ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1010', 'P1011', 'P1017'],
  ...['P2024', 'P2028', 'P2037'],
]);

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

const DRIVER_KINDS = new Set([
  'DatabaseNotReachable',
  'TooManyConnections',
  'SocketTimeout',
  'TransactionAlreadyClosed',
  'AuthenticationFailed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'TlsConnectionError',
]);

const MESSAGES =
  /timeout exceeded when trying to connect|query read timeout|cannot use a pool after calling end/i;

const LOST_CODES = new Set(['ECONNRESET', 'EPIPE']);

const LOST_MESSAGES = /connection terminated|not queryable|connection (?:is )?closed/i;

/** The error, and what it says caused it; Prisma hides the driver's error in `meta`. */
const chainOf = (error: unknown): readonly unknown[] => {
  const chain: unknown[] = [];
  let link = error;
  while (typeof link === 'object' && link !== null && chain.length < 8) {
    chain.push(link);
    link = fieldOf(fieldOf(link, 'meta'), 'driverAdapterError') ?? fieldOf(link, 'cause');
  }
  return chain;
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const textOf = (value: unknown, name: string): string | undefined => {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : undefined;
};
