import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.js';

/** The entity tag of a whole answer. */
export const entityTag = (content: string | Uint8Array): string =>
  `"${hash('sha256', content, 'base64url').slice(0, 27)}"`;

/**
 * Gives every answer to a GET an ETag, made of its bytes unless the route set one, and answers 304
 * where the caller already has it. Controllers need not think of it.
 */
export const answerConditionally = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): unknown => {
  const readable = typeof payload === 'string' || payload instanceof Uint8Array;
  if (!['GET', 'HEAD'].includes(request.method) || reply.statusCode !== 200 || !readable) {
    return payload;
  }
  const tag = String(reply.getHeader('etag') ?? entityTag(payload));
  reply.header('etag', tag);
  if (!matches(request.headers['if-none-match'], tag, 'weak')) return payload;
  reply.code(304).removeHeader('content-length');
  return '';
};

/** Lets a change through only when the caller saw the present state (RFC 9110, 13.1.1). */
export const requireMatch = (header: string | undefined, tag: string): void => {
  if (header === undefined) {
    throw new Problem('precondition-required', { detail: 'There is no If-Match header.' });
  }
  if (!matches(header, tag, 'strong')) {
    throw new Problem('precondition-failed', {
      detail: `If-Match names another state than the present one, ${tag}.`,
      headers: { etag: tag },
    });
  }
};

const matches = (
  header: string | undefined,
  tag: string,
  comparison: 'weak' | 'strong',
): boolean => {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const candidates = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  const bare = (text: string): string => text.replace(/^W\//, '');
  return candidates.some((candidate) =>
    comparison === 'weak' ? bare(candidate) === bare(tag) : candidate === tag,
  );
};
