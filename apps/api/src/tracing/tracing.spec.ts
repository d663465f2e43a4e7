import type { ServerResponse } from 'node:http';
import { jest } from '@jest/globals';
import { startCollector, type TraceCollector } from '../../../../test/support/trace-collector.js';
import { readSettings } from '../config/env.js';
import { inSpan, outgoingTrace, traceFields } from './current-trace.js';
import { OpenTelemetry } from './open-telemetry.js';
import { openTracing } from './open-tracing.js';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331';

let collector: TraceCollector;
const log = { debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn() };
beforeEach(async () => {
  jest.clearAllMocks();
  collector = await startCollector();
});
afterEach(() => collector.close());

const opened = (env: Record<string, string> = {}): OpenTelemetry => {
  const { tracing } = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...env });
  if (tracing === undefined) throw new Error('tracing is off');
  return new OpenTelemetry(tracing, log);
};

const work = (): Promise<void> => inSpan({ name: 'inner' }, () => Promise.resolve());

describe('traces', () => {
  it('are off where no endpoint is set: work is done, and nothing is told of it', async () => {
    const tracing = await openTracing(readSettings({}).tracing, log);
    expect(tracing.isOn).toBe(false);
    const told = await tracing.whole({ name: 'outer' }, () =>
      inSpan({ name: 'inner' }, () => Promise.resolve({ ...outgoingTrace(), ...traceFields() })),
    );
    expect(told).toEqual({});
  });

  it('are sent with headers, service and resource as the variables say', async () => {
    const tracing = opened({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x',
      OTEL_SERVICE_NAME: 'tools',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
    await tracing.whole({ name: 'outer' }, work);
    await tracing.onApplicationShutdown();
    expect(collector.paths).toEqual(['/v1/traces']);
    expect(collector.headers).toMatchObject([
      { authorization: 'Bearer x', 'content-type': 'application/json' },
    ]);
    expect(collector.texts[0]).toContain('"service.name","value":{"stringValue":"tools"}');
    expect(collector.texts[0]).toContain('"deployment.environment.name"');
    expect(collector.spans.map(({ name }) => name)).toEqual(['inner', 'outer']);
  });

  it.each([
    ['parentbased_always_on', '00', 0],
    ['parentbased_always_on', '01', 1],
    ['parentbased_always_off', '01', 1],
    ['always_off', '01', 0],
    ['always_on', '00', 1],
    ['parentbased_traceidratio', '01', 1],
    ['traceidratio', '01', 0],
  ])('with %s go on from a caller whose flags are %s: %i', async (sampler, flags, count) => {
    const tracing = opened({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0' });
    tracing.begin({ name: 'outer' }, { traceparent: `${PARENT}-${flags}` }).end();
    await tracing.onApplicationShutdown();
    expect(collector.spans).toHaveLength(count);
  });

  it('tell what failed by its code or class, and never by its message', async () => {
    const tracing = opened();
    const secret = new RangeError('qm_secret');
    const failing = tracing.whole({ name: 'outer' }, () => Promise.reject(secret));
    await expect(failing).rejects.toBe(secret);
    await tracing.onApplicationShutdown();
    expect(collector.spans).toMatchObject([
      { status: { code: 2 }, facts: { 'error.type': 'RangeError' } },
    ]);
    expect(collector.texts.join()).not.toContain('qm_secret');
  });

  it('that cannot be sent are said to be, once, and nobody has to wait', async () => {
    collector.behave((response) => void response.writeHead(400).end('qm_secret'));
    const tracing = opened();
    await tracing.whole({ name: 'outer' }, work);
    await tracing.onApplicationShutdown();
    expect(log.warn.mock.calls).toEqual([[{ reason: '400' }, 'traces could not be sent']]);
  });

  it('end with what is under way when the service stops', async () => {
    const tracing = opened();
    let finish = (): void => undefined;
    const working = tracing.whole(
      { name: 'outer' },
      () => new Promise<void>((resolve) => (finish = resolve)),
    );
    const stopped = tracing.onApplicationShutdown();
    finish();
    await Promise.all([working, stopped]);
    expect(collector.spans.map(({ name }) => name)).toEqual(['outer']);
  });

  it('do not hold up a stop where the collector hangs', async () => {
    const unanswered: ServerResponse[] = [];
    collector.behave((response) => void unanswered.push(response));
    const tracing = opened();
    await tracing.whole({ name: 'outer' }, work);
    const stopped = tracing.onApplicationShutdown();
    await collector.asked(1);
    // Nothing is answered until it has stopped, so that this ends by the limit or not at all.
    await stopped;
    expect(log.warn).not.toHaveBeenCalled();
    const told = new Promise<void>((resolve) => log.warn.mockImplementationOnce(() => resolve()));
    unanswered.forEach((response) => response.writeHead(400).end());
    await told;
  });
});
