import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../config/log.js';
import type { TracingSettings } from '../config/tracing-settings.js';

const PATIENCE_MS = 10_000;

/** Sends spans, and says once when that begins to fail and once when it goes well again. */
export class SpanSender implements SpanExporter {
  private readonly exporter: SpanExporter;
  private isFailing = false;

  constructor(
    { url, headers }: TracingSettings,
    private readonly log: Log,
  ) {
    this.exporter = new OTLPTraceExporter({
      url,
      headers: Object.fromEntries(headers),
      timeoutMillis: PATIENCE_MS,
    });
  }

  export(batch: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(batch, (result) => {
      this.note(result);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private note({ code, error }: ExportResult): void {
    const isFailing = code !== ExportResultCode.SUCCESS;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    if (isFailing) this.log.warn({ reason: reasonOf(error) }, 'traces could not be sent');
    else this.log.info('traces are sent again');
  }
}

/** A status, a code of the system, or what the exporter calls it; nothing of the answer. */
const reasonOf = (error: Error | undefined): string => {
  const code: unknown = error === undefined ? undefined : Reflect.get(error, 'code');
  return code === undefined ? (error?.message ?? 'unknown') : String(code);
};
