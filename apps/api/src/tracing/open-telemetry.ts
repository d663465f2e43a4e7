import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as spans,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Log } from '../config/log.js';
import type { TracingSettings } from '../config/tracing-settings.js';
import { inTrace } from './current-trace.js';
import { failureOf } from './failure-type.js';
import { samplerOf } from './sampler.js';
import { SpanSender } from './span-sender.js';
import type { Facts, Step } from './trace.js';
import type { OpenTrace, Tracing } from './tracing.js';

/** A stop has seconds for all that is still to be done; a collector that hangs gets none of them. */
const FLUSH_MS = 400;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

const propagator = new W3CTraceContextPropagator();

/**
 * Everything is handed to the SDK here, so that it reads no environment of its own, and nothing is put
 * into its globals: two applications in one process do not see each other's traces.
 */
export class OpenTelemetry implements Tracing, OnApplicationShutdown {
  readonly isOn = true;
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(settings: TracingSettings, log: Log) {
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.instance.id': randomUUID(),
        ...Object.fromEntries(settings.resource),
        'service.name': settings.serviceName,
      }),
      sampler: samplerOf(settings),
      // What cannot be sent in time is dropped: requests wait for none of it.
      spanProcessors: [new BatchSpanProcessor({ exporter: new SpanSender(settings, log) })],
    });
    this.tracer = this.provider.getTracer('quartermaster');
  }

  begin(step: Step, headers: IncomingHttpHeaders): OpenTrace {
    const from = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    return open(this.tracer, step, from);
  }

  whole<T>(step: Step, work: () => Promise<T>): Promise<T> {
    const done = during(open(this.tracer, step, ROOT_CONTEXT), work);
    this.underWay.add(done);
    return done.finally(() => this.underWay.delete(done));
  }

  /** After the requests in flight have ended; what the service does by itself may not have. */
  async onApplicationShutdown(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, FLUSH_MS)));
    await Promise.race([this.sendRest().catch(() => undefined), limit]);
    clearTimeout(timer);
  }

  private async sendRest(): Promise<void> {
    await Promise.allSettled(this.underWay);
    await this.provider.shutdown();
  }
}

const open = (tracer: Tracer, { name, kind = 'internal', facts }: Step, from: Context): SpanOf => {
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...facts } }, from);
  return new SpanOf(tracer, span, spans.setSpan(from, span));
};

const during = async <T>(trace: SpanOf, work: () => Promise<T>): Promise<T> => {
  try {
    const result = await inTrace(trace, work);
    trace.end();
    return result;
  } catch (error) {
    const { type, isFault } = failureOf(error);
    if (!isFault) trace.note({ 'quartermaster.problem': type });
    trace.end(isFault ? type : undefined);
    throw error;
  }
};

class SpanOf implements OpenTrace {
  readonly ids: OpenTrace['ids'];

  constructor(
    private readonly tracer: Tracer,
    private readonly span: Span,
    private readonly context: Context,
  ) {
    const { traceId, spanId } = span.spanContext();
    this.ids = { trace_id: traceId, span_id: spanId };
  }

  step<T>(step: Step, work: () => Promise<T>): Promise<T> {
    return during(open(this.tracer, step, this.context), work);
  }

  note(facts: Facts): void {
    this.span.setAttributes({ ...facts });
  }

  outgoing(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    propagator.inject(this.context, headers, defaultTextMapSetter);
    return headers;
  }

  end(errorType?: string): void {
    if (errorType !== undefined) {
      this.span.setAttribute('error.type', errorType);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}
