import type { FastifyReply, FastifyRequest } from 'fastify';

/** What every answer says; one that may be stored is asked about again before it is used. */
export const commonHeaders = (requestId: string, isStorable: boolean) => ({
  'x-request-id': requestId,
  // Answers depend on the caller: nobody else's cache keeps them, and the caller's own asks again.
  'cache-control': isStorable ? 'private, no-cache' : 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
});

/** Sets them, unless the route said otherwise. */
export const setCommonHeaders = (
  request: FastifyRequest,
  reply: FastifyReply,
  draining: boolean,
): void => {
  const isStorable = request.method === 'GET' && reply.statusCode < 400;
  for (const [name, value] of Object.entries(commonHeaders(request.id, isStorable))) {
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
  if (draining) reply.header('connection', 'close');
};
