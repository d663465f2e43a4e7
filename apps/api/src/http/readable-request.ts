import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.js';

/** HTTP/1.1 has to name the host (RFC 9112, 3.2). */
export const requireHost = ({ headers, raw }: FastifyRequest): void => {
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    throw new Problem('request-malformed', { detail: 'There is no Host header.' });
  }
};

const MOST_HEADERS = 100;

/** Each header costs all who look one up; no client or proxy sends a hundred. */
export const requireFewHeaders = ({ raw }: FastifyRequest): void => {
  if (raw.rawHeaders.length <= 2 * MOST_HEADERS) return;
  throw new Problem('headers-too-large', {
    detail: `The request has more than ${MOST_HEADERS} headers.`,
  });
};

const MAX_URL_LENGTH = 8_192;

/**
 * The router looks at the path only, and the query parser passes broken escapes through as text;
 * both are refused here, before anything is decided by them.
 */
export const requireReadableUrl = (url: string): void => {
  if (url.length > MAX_URL_LENGTH) {
    throw new Problem('uri-too-long', {
      detail: `The URL is longer than ${MAX_URL_LENGTH} characters.`,
    });
  }
  const start = url.indexOf('?');
  if (start === -1) return;
  try {
    decodeURIComponent(url.slice(start + 1));
  } catch {
    throw new Problem('bad-url', { detail: 'The query is not valid percent-encoded UTF-8.' });
  }
};

/** Whether the query holds what the database cannot store; asked after the caller is known. */
export const requireStorableQuery = (url: string): void => {
  const start = url.indexOf('?');
  if (start !== -1 && url.includes('%00', start)) {
    throw new Problem('nul-character', { detail: 'A query parameter holds U+0000.' });
  }
};
