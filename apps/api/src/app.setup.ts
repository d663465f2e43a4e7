import { NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { AppModule, type AppOptions } from './app.module.js';
import { Authenticator } from './auth/authenticator.js';
import { RefusalCounter } from './auth/refusal-counter.js';
import { Settings } from './config/env.js';
import { NestLog } from './config/log.js';
import { useNativeHash } from './config/native-hash.js';
import { ApiDocument } from './features/docs/api-document.js';
import { DirectRoutes } from './http/direct-routes.js';
import { Drain } from './http/drain.js';
import { handleForCallers } from './http/for-callers.js';
import { Idempotency } from './http/idempotency.js';
import { answerConditionally } from './http/etag.js';
import { BODY_LIMIT_BYTES, useJsonBodies } from './http/json-body.js';
import { LargeBodies } from './http/large-bodies.js';
import { answerMalformedRequest, answerWhatNodeDoesNot } from './http/malformed-request.js';
import { closePipelined } from './http/pipelined.js';
import { ProblemFilter, sendProblem } from './http/problem.filter.js';
import { classifyRoutes } from './http/rate-class.js';
import { requestIdOf } from './http/request-id.js';
import {
  requireFewHeaders,
  requireHost,
  requireReadableUrl,
  requireStorableQuery,
} from './http/readable-request.js';
import { requestLog } from './http/request-log.js';
import { setCommonHeaders } from './http/response-headers.js';
import { rememberRoutes } from './http/routes-known.js';
import { UnreadQueryGuard } from './http/unread-query.guard.js';
import { Meters } from './metrics/meters.js';
import { meterRoutes, noteUnrouted } from './metrics/route-meter.js';
import { openTracing } from './tracing/open-tracing.js';
import { traceRequests } from './tracing/request-trace.js';

/** The application, ready to listen. */
export const createApp = async (options: AppOptions): Promise<NestFastifyApplication> => {
  const { log } = options;
  useNativeHash();
  const meters = new Meters();
  const tracing = await openTracing(options.settings.tracing, log);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(options, meters, tracing),
    adapterWith(options, meters),
    { bodyParser: false, abortOnError: false, logger: new NestLog(log) },
  );
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalGuards(new UnreadQueryGuard(app.get(Reflector)));
  traceRequests(app.getHttpAdapter().getInstance(), tracing);
  usePipeline(app, log.isLevelEnabled('info'));
  app.get(ApiDocument).describe(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
};

const adapterWith = ({ log, settings }: AppOptions, meters: Meters): FastifyAdapter =>
  new FastifyAdapter({
    loggerInstance: log,
    // One line a request is written below; Fastify's own name the whole URL.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: requestLog,
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 60_000,
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    // What still arrives on an open connection while stopping is answered like any other request.
    return503OnClosing: false,
    // Node would refuse a request without Host by itself, and without a word.
    http: { maxHeaderSize: 32 * 1024, requireHostHeader: false },
    // Percent-encoded, a tool_id takes up to three characters for each of its 128.
    routerOptions: { maxParamLength: 1024 },
    // The router refuses some URLs before any hook runs.
    frameworkErrors: refuseBeforeRouting(meters, settings),
    clientErrorHandler: answerMalformedRequest,
  });

/** Without the hooks of the pipeline, so that what they add is added here. */
const refuseBeforeRouting =
  (meters: Meters, { behindTls }: Settings) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    setCommonHeaders(request, reply, { draining: false, behindTls });
    sendProblem(error, request, reply);
    noteUnrouted(meters, request, reply);
  };

/**
 * One request, in order. Fastify reads the body after `onRequest`, so all that is judged by method,
 * path and token alone happens there, and an unknown caller cannot make us read 16 MiB:
 *
 * 1. onRequest: URL readable · route known (404, 405) · caller known (401) · tool_id well-formed
 *    (400) · permission and namespace (403) – the last three by `Authenticator.admit` · room for a
 *    large body (429, 503) – `http/large-bodies.ts`
 * 2. body: media type (415), size (413), JSON (400, 422) – `http/json-body.ts`; a direct route is answered
 *    here where all is there – `http/direct-routes.ts`
 * 3. preValidation: query
 * 4. preHandler: the first answer again, where an Idempotency-Key is repeated
 * 5. for whom the database is asked from here on – `http/for-callers.ts`
 * 6. the controller: its pipes (400), then the use case
 * 7. onSend: ETag and 304, headers; every error on the way goes to `ProblemFilter`
 */
const usePipeline = (app: NestFastifyApplication, isLogged: boolean): void => {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const authenticator = app.get(Authenticator);
  const drain = app.get(Drain);
  const idempotency = app.get(Idempotency);
  const refusals = app.get(RefusalCounter);
  const { behindTls } = app.get(Settings);
  const missing = rememberRoutes(fastify);
  meterRoutes(fastify, app.get(Meters));
  app.get(DirectRoutes).install(fastify);
  handleForCallers(fastify, idempotency);
  classifyRoutes(fastify);
  answerWhatNodeDoesNot(fastify.server);
  closePipelined(fastify.server);
  // Beyond a number of its own Node would drop headers without a word; so many are refused instead.
  fastify.server.maxHeadersCount = 0;

  fastify.addHook('onRequest', (request, reply, done) => {
    requireFewHeaders(request);
    requireHost(request);
    requireReadableUrl(request.url);
    if (request.is404) throw missing(request.url);
    const admission = authenticator.admit(request, reply);
    if (admission === undefined) done();
    else admission.then(() => done(), done);
  });
  useBodies(app, fastify);
  fastify.addHook('preValidation', (request, _, done) => {
    requireStorableQuery(request.url);
    done();
  });
  fastify.addHook('preHandler', (request, reply, done) => {
    if (request.headers['idempotency-key'] === undefined) return done();
    const goOn = (isAnswered: boolean): void => {
      if (!isAnswered) done();
    };
    idempotency.begin(request, reply).then(goOn, done);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const finish = (): void => {
      setCommonHeaders(request, reply, { draining: drain.isDraining, behindTls });
      done(null, answerConditionally(request, reply, payload));
    };
    if (request.answerKey === undefined) finish();
    else idempotency.end(request, reply, payload).then(finish, done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    refusals.note(request, reply);
    if (isLogged) logRequest(request, reply);
    done();
  });
};

/** After the hook that knows the caller. */
const useBodies = (app: NestFastifyApplication, fastify: FastifyInstance): void => {
  app.get(LargeBodies).watch(fastify);
  useJsonBodies(fastify);
};

/** The route and not the URL: a query may hold what people search for. */
const logRequest = (request: FastifyRequest, reply: FastifyReply): void => {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.caller === undefined ? {} : { key: request.caller.keyId }),
    },
    'request',
  );
};
