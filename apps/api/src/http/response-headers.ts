import type { FastifyReply, FastifyRequest } from 'fastify';

/** Browsers guess nothing, show nothing in a frame, and tell nobody where they came from. */
const FIXED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

const FIXED_HEADERS = Object.entries(FIXED);

/** A year, as browsers are told who met the service over TLS once. */
const ONLY_TLS = 'max-age=31536000';

// Answers depend on the caller: nobody else's cache keeps them, and the caller's own asks again.
const cacheControl = (isStorable: boolean): string =>
  isStorable ? 'private, no-cache' : 'no-store';

/** What every answer says; one that may be stored is asked about again before it is used. */
export const commonHeaders = (requestId: string, isStorable: boolean) => ({
  'x-request-id': requestId,
  'cache-control': cacheControl(isStorable),
  ...FIXED,
});

/** Of the service as a whole, at this moment. */
export interface Surroundings {
  readonly draining: boolean;
  readonly behindTls: boolean;
}

/** Sets them, unless the route said otherwise. */
export const setCommonHeaders = (
  request: FastifyRequest,
  reply: FastifyReply,
  { draining, behindTls }: Surroundings,
): void => {
  const isStorable = request.method === 'GET' && reply.statusCode < 400;
  setUnlessStated(reply, 'x-request-id', request.id);
  setUnlessStated(reply, 'cache-control', cacheControl(isStorable));
  for (const [name, value] of FIXED_HEADERS) setUnlessStated(reply, name, value);
  if (behindTls) reply.header('strict-transport-security', ONLY_TLS);
  if (draining) reply.header('connection', 'close');
};

const setUnlessStated = (reply: FastifyReply, name: string, value: string): void => {
  if (!reply.hasHeader(name)) reply.header(name, value);
};
