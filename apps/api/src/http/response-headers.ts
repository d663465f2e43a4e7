import type { FastifyReply, FastifyRequest } from 'fastify';

/** What every answer says, unless its route said otherwise. */
export const setCommonHeaders = (
  request: FastifyRequest,
  reply: FastifyReply,
  draining: boolean,
): void => {
  const storable = request.method === 'GET' && reply.statusCode < 400;
  const defaults = {
    'x-request-id': request.id,
    // Answers depend on the caller: nobody else's cache keeps them, and the caller's own asks again.
    'cache-control': storable ? 'private, no-cache' : 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  };
  for (const [name, value] of Object.entries(defaults)) {
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
  if (draining) reply.header('connection', 'close');
};
