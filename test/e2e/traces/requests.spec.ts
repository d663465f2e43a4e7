import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import request from 'supertest';
import { createApp } from '../../../apps/api/src/app.setup.js';
import { BootstrapAdmin } from '../../../apps/api/src/auth/bootstrap-admin.js';
import { readSettings } from '../../../apps/api/src/config/env.js';
import { traceFields } from '../../../apps/api/src/tracing/current-trace.js';
import { ADMIN_TOKEN } from '../../support/app.js';
import { firstManifestOf, forceState, manifestOf, pathOf } from '../../support/catalog.js';
import { createDatabase } from '../../support/database.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../support/embedding-server.js';
import {
  startCollector,
  type SentSpan,
  type TraceCollector,
} from '../../support/trace-collector.js';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';

const TOOL = 'hush.umbrella';
const QUERY = 'a query of reimburse';
const traceOf = (digit: string): string => digit.repeat(32);
const PARENT_SPAN = 'b7ad6b7169203331';
const parentOf = (digit: string, flags = '01'): string =>
  `00-${traceOf(digit)}-${PARENT_SPAN}-${flags}`;

let collector: TraceCollector;
let receiver: WebhookReceiver;
let embeddings: EmbeddingServer;
let lines = '';

/** Everything is done once, and the stop sends what there is to send. */
beforeAll(async () => {
  [collector, receiver, embeddings] = await Promise.all([
    startCollector(),
    startReceiver(),
    startEmbeddingServer(),
  ]);
  const database = await createDatabase();
  const log = pino(
    { mixin: traceFields },
    new PassThrough().on('data', (text) => (lines += text)),
  );
  const settings = readSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    QM_WEBHOOK_NETWORKS: '127.0.0.0/8',
    QM_SEMANTIC: 'endpoint',
    QM_SEMANTIC_URL: embeddings.url,
    QM_SEMANTIC_MODEL: 'tiny',
    QM_SEMANTIC_TIMEOUT_MS: '20000',
  });
  const workers = { niceness: 0 };
  const app = await createApp({ settings, databaseUrl: database.url, log, workers });
  try {
    await app.get(BootstrapAdmin).ensureConfigured(ADMIN_TOKEN);
    await act(request(app.getHttpServer()), () =>
      forceState({ database }, TOOL, '1.0.0', 'enabled'),
    );
  } finally {
    await app.close();
    await database.drop();
    await Promise.all([collector.close(), receiver.close(), embeddings.stop()]);
  }
}, 60_000);

const act = async (api: ReturnType<typeof request>, enable: () => Promise<void>): Promise<void> => {
  const asked = (method: 'get' | 'put' | 'post', path: string, digit: string, flags?: string) =>
    api[method](path)
      .set('authorization', `Bearer ${ADMIN_TOKEN}`)
      .set('traceparent', parentOf(digit, flags))
      .set('x-request-id', `request-${digit}`);
  const version = (number: string): string => pathOf(TOOL, number);
  await asked('put', version('1.0.0'), '1')
    .send(firstManifestOf({ owner: 'hush-team' }))
    .expect(201);
  await enable();
  const wider = manifestOf({ description: 'Hush: says more.' });
  await asked('put', version('2.0.0'), '2').send(wider).expect(201);
  const question = { roles: ['hush-role'], tenant: 'hush-tenant', task_type: 'hush', query: QUERY };
  await asked('post', '/v1/candidates', '3').send(question).expect(200);
  await asked('get', '/v1/tools/hush.nothing', '4').expect(404);
  await asked('get', '/hush/nowhere?q=hush', '5').expect(404);
  await asked('get', version('1.0.0'), '6', '00').expect(200);
  await asked('put', version('2.1.0'), '7').send({ description: '' }).expect(400);
  await asked('post', '/v1/webhooks', '8')
    .send({ url: receiver.url, namespaces: ['hush'] })
    .expect(201);
  await asked('put', version('3.0.0'), '9').send(wider).expect(201);
  await asked('put', pathOf('hush.other', '1.0.0'), 'a').send(firstManifestOf()).expect(201);
  // The second is sent when it is written down that the first was taken.
  await receiver.count(2);
};

const within = (digit: string): SentSpan[] =>
  collector.spans.filter(({ traceId }) => traceId === traceOf(digit));

const named = (spans: readonly SentSpan[], name: string): SentSpan => {
  const found = spans.find((span) => span.name === name);
  if (found === undefined)
    throw new Error(`no ${name} in ${spans.map((span) => span.name).join()}`);
  return found;
};

const PUT = 'PUT /v1/tools/:tool_id/versions/:version';

describe('traces of requests', () => {
  it('go on from the caller, and tell route, status and request id', () => {
    const span = named(within('1'), PUT);
    expect(span).toMatchObject({ kind: 2, parentSpanId: PARENT_SPAN });
    expect(span.facts).toEqual({
      'http.request.method': 'PUT',
      'http.route': '/v1/tools/:tool_id/versions/:version',
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
      'quartermaster.request_id': 'request-1',
      'http.response.status_code': 201,
    });
  });

  it('hold the wait for the fence', () => {
    const spans = within('3');
    const { parentSpanId } = named(spans, 'catalog fence');
    expect(parentSpanId).toBe(named(spans, 'POST /v1/candidates').spanId);
  });

  it('hold the change, its transactions and the comparison, each under what it is of', () => {
    const spans = within('2');
    const root = named(spans, PUT);
    const change = named(spans, 'change');
    expect(change.parentSpanId).toBe(root.spanId);
    const inside = spans.find((span) => span.parentSpanId === change.spanId);
    expect(inside).toMatchObject({ name: 'transaction', kind: 3 });
    expect(inside?.facts).toEqual({ 'db.system.name': 'postgresql' });
    const comparison = named(spans, 'comparison');
    expect(comparison.parentSpanId).toBe(root.spanId);
    expect(named(spans, 'comparison worker').parentSpanId).toBe(comparison.spanId);
  });

  it('tell refusals by their code, and none of them as a fault', () => {
    expect(within('4')).toContainEqual(
      expect.objectContaining({
        name: 'GET /v1/tools/:tool_id',
        status: { code: 0 },
        facts: expect.objectContaining({ 'quartermaster.problem': 'not-found' }),
      }),
    );
    expect(named(within('5'), 'GET').facts).not.toHaveProperty('http.route');
    expect(named(within('7'), PUT).facts).toMatchObject({ 'http.response.status_code': 400 });
  });

  it('are not recorded where the caller does not record its own', () => {
    expect(within('6')).toEqual([]);
  });

  it('go on in the service that makes embeddings', () => {
    const at = embeddings.asked.findIndex(([text]) => text === QUERY);
    const { spanId } = named(within('3'), 'embeddings');
    expect(embeddings.headers[at]?.['traceparent']).toBe(`00-${traceOf('3')}-${spanId}-01`);
  });

  it('go on in the receiver of a webhook', () => {
    const [{ traceparent = '' } = {}] = receiver.messages;
    const [, traceId, spanId] = traceparent.split('-');
    const delivery = collector.spans.find((span) => span.spanId === spanId);
    expect(delivery).toMatchObject({ name: 'webhook delivery', kind: 3, traceId });
    expect(delivery?.facts).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 204,
      'quartermaster.webhook.outcome': 'delivered',
    });
    const turn = collector.spans.find((span) => span.spanId === delivery?.parentSpanId);
    expect(turn).toMatchObject({ name: 'webhook turn', traceId });
  });

  it('are named in the log, in the line of the request', () => {
    const line = lines.split('\n').find((text) => text.includes(traceOf('4'))) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      msg: 'request',
      span_id: named(within('4'), 'GET /v1/tools/:tool_id').spanId,
    });
  });

  it('hold nothing that somebody made up: no key, no path, no tool, tenant, role or argument', () => {
    expect(collector.texts.join()).not.toMatch(
      /hush|qm_|reimburse|says more|umbrella|127\.0\.0\.1/i,
    );
    expect(collector.spans.length).toBeGreaterThan(20);
  });
});
