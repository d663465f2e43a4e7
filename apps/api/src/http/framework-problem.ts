import { HttpException } from '@nestjs/common';
import type { ProblemCode } from '#core/problems/catalogue.js';
import { codeOf } from '../config/system-error.js';
import { DatabaseUnavailable, isUnavailable } from '../database/failure.js';
import { Problem } from './problem.js';

interface Mapping {
  readonly code: ProblemCode;
  readonly detail: string;
}

/** What Fastify refuses by itself, by the code of its error. */
const FASTIFY = new Map<string, Mapping>([
  [
    'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    { code: 'media-type-unsupported', detail: 'The body is not declared as application/json.' },
  ],
  [
    'FST_ERR_CTP_INVALID_CONTENT_TYPE',
    { code: 'media-type-unsupported', detail: 'The Content-Type header cannot be read.' },
  ],
  ['FST_ERR_CTP_BODY_TOO_LARGE', { code: 'body-too-large', detail: 'The body is over the limit.' }],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    { code: 'request-malformed', detail: 'The body is not as long as Content-Length says.' },
  ],
  ['FST_ERR_BAD_URL', { code: 'bad-url', detail: 'The path is not valid percent-encoded UTF-8.' }],
  [
    'FST_ERR_MAX_PARAM_LENGTH',
    { code: 'uri-too-long', detail: 'A segment of the path is too long.' },
  ],
]);

/** What it refuses for other reasons, and what Nest refuses, by its status. */
const STATUSES = new Map<number, Mapping>([
  [400, { code: 'request-malformed', detail: 'The request cannot be read.' }],
  [404, { code: 'route-unknown', detail: 'Nothing is served under this path.' }],
]);

/**
 * Any error as a Problem: ours as it is, the framework's by its code or status, a database that is
 * away as 503. What is left is a fault of ours and says nothing about itself to the client.
 */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable) return databaseUnavailable(error.message);
  if (isUnavailable(error)) return databaseUnavailable('The database did not answer.');
  const mapping = FASTIFY.get(fastifyCodeOf(error)) ?? STATUSES.get(statusOf(error));
  if (mapping !== undefined) return new Problem(mapping.code, { detail: mapping.detail });
  return new Problem('internal', { detail: 'The request met a fault of this service.' });
};

const databaseUnavailable = (detail: string): Problem =>
  new Problem('database-unavailable', { detail, headers: { 'retry-after': '1' } });

/** Nest wraps Fastify's errors in its own, which know no code. */
const fastifyCodeOf = (error: unknown): string =>
  codeOf(error instanceof HttpException ? error.cause : error);

const statusOf = (error: unknown): number =>
  error instanceof HttpException ? error.getStatus() : 500;
