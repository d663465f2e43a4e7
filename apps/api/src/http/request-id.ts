import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** All but the last group of a UUID whose bits are its maker's own (version 8 of RFC 9562). */
export const processIdOf = (uuid: string): string =>
  uuid.replace(/^(.{8}-.{4})-4(.{3}-.{4}-).*$/, '$1-8$2');

/** Of this process, so that no two replicas, or starts of one, give the same id. */
const PROCESS = processIdOf(randomUUID());

let requests = 0;

/** The caller's X-Request-Id where it is a sane token, else one of our own. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(given)
    ? given
    : ownId();
};

/** It keeps no secret, so it need not be hard to guess; to be random costs more than to be counted. */
const ownId = (): string => {
  requests += 1;
  return PROCESS + requests.toString(16).padStart(12, '0');
};
