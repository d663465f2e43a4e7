import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTrace } from './current-trace.js';
import type { Facts } from './trace.js';
import type { OpenTrace, Tracing } from './tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Left out where tracing is off. */
    trace?: OpenTrace;
  }
}

/** Call before other hooks are added, so that all of them run within the trace of their request. */
export const traceRequests = (fastify: FastifyInstance, tracing: Tracing): void => {
  if (!tracing.isOn) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions } = request;
    const name = [method, routeOptions.url].filter((part) => part !== undefined).join(' ');
    const trace = tracing.begin({ name, kind: 'server', facts: factsOf(request) }, headers);
    request.trace = trace;
    // Not `onResponse`, which does not come where the client has gone.
    reply.raw.once('close', () => endOf(trace, request, reply));
    inTrace(trace, done);
  });
  // What reads a body is called by the socket, and not within the trace.
  fastify.addHook('preValidation', ({ trace }, _, done) => inTrace(trace, done));
  fastify.addHook('onResponse', ({ trace }, _, done) => inTrace(trace, done));
};

/** By the conventions for HTTP, but for the path and the query: they name tools and tenants. */
const factsOf = ({ method, routeOptions, protocol, raw, id }: FastifyRequest): Facts => ({
  'http.request.method': method,
  ...(routeOptions.url === undefined ? {} : { 'http.route': routeOptions.url }),
  'url.scheme': protocol,
  'network.protocol.version': raw.httpVersion,
  'quartermaster.request_id': id,
});

const endOf = (trace: OpenTrace, { refusedWith }: FastifyRequest, { raw }: FastifyReply): void => {
  if (refusedWith !== undefined) trace.note({ 'quartermaster.problem': refusedWith });
  if (raw.headersSent) trace.note({ 'http.response.status_code': raw.statusCode });
  if (raw.headersSent && raw.statusCode >= 500) trace.end(refusedWith ?? String(raw.statusCode));
  else trace.end(raw.writableFinished ? undefined : 'aborted');
};
