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
  if (entityTagsOf(header) === null) {
    throw new Problem('header-invalid', {
      detail: 'If-Match is * or a list of entity tags, each in double quotes.',
    });
  }
  if (!matches(header, tag, 'strong')) {
    throw new Problem('precondition-failed', {
      detail: `If-Match names another state than the present one, ${tag}.`,
      headers: { etag: tag },
    });
  }
};

/** A header that cannot be read names no state, and so not this one. */
const matches = (
  header: string | undefined,
  tag: string,
  comparison: 'weak' | 'strong',
): boolean => {
  const candidates = header === undefined ? null : entityTagsOf(header);
  if (candidates === null) return false;
  const bare = (text: string): string => text.replace(/^W\//, '');
  return (
    candidates === '*' ||
    candidates.some((candidate) =>
      comparison === 'weak' ? bare(candidate) === bare(tag) : candidate === tag,
    )
  );
};

/** What If-Match reads, but for empty members of the list, which a client should not send. */
export const ENTITY_TAGS_SCHEMA = {
  type: 'string',
  pattern: '^(\\*|(W/)?"[!#-~\\x80-\\xff]*"([ \\t]*,[ \\t]*(W/)?"[!#-~\\x80-\\xff]*")*)$',
  maxLength: 1000,
} as const;

const ENTITY_TAG = /(?:W\/)?"[!#-~\x80-\xff]*"/y;
const SPACES = /[ \t]*/y;
const SPACES_AND_COMMAS = /[ \t,]*/y;

/** `*`, the tags of a list, one at least, or null (RFC 9110, 8.8.3). A tag may hold a comma. */
const entityTagsOf = (header: string): '*' | readonly string[] | null => {
  if (header.trim() === '*') return '*';
  const tags: string[] = [];
  let at = endOf(SPACES_AND_COMMAS, header, 0);
  while (at < header.length) {
    const end = endOf(ENTITY_TAG, header, at);
    if (end === at) return null;
    tags.push(header.slice(at, end));
    const next = endOf(SPACES, header, end);
    if (next < header.length && header[next] !== ',') return null;
    at = endOf(SPACES_AND_COMMAS, header, next);
  }
  return tags.length === 0 ? null : tags;
};

const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
};
