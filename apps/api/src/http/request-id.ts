import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The caller's X-Request-Id where it is a sane token, else one of our own. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(given)
    ? given
    : randomUUID();
};
