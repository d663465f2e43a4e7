import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it was sent, with what it says in plain values. */
export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface TraceCollector {
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` is to be. */
  readonly endpoint: string;
  readonly spans: SentSpan[];
  readonly headers: IncomingHttpHeaders[];
  readonly paths: (string | undefined)[];
  /** The bodies as they came. */
  readonly texts: string[];
  /** What it does with what was sent; until it is told, it takes it. */
  behave(behaviour: (response: ServerResponse) => void): void;
  /** Resolves once it was asked so often. */
  asked(times: number): Promise<void>;
  close(): Promise<void>;
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<SentSpan, 'facts'> & { readonly attributes: Attributes })[];
    }[];
  }[];
}

type Attributes = readonly { readonly key: string; readonly value: Record<string, unknown> }[];

const take = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

/** A collector of OTLP over HTTP, in JSON. */
export const startCollector = async (): Promise<TraceCollector> => {
  const spans: SentSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const texts: string[] = [];
  const paths: (string | undefined)[] = [];
  const waiting = new Set<() => void>();
  let behaviour = take;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      headers.push(request.headers);
      paths.push(request.url);
      texts.push(text);
      spans.push(...spansIn(text));
      behaviour(response);
      for (const wake of waiting) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    paths,
    texts,
    behave: (next) => (behaviour = next),
    asked: (times) =>
      new Promise((resolve) => {
        const wake = (): void => {
          if (texts.length >= times) resolve();
        };
        waiting.add(wake);
        wake();
      }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

const spansIn = (text: string): SentSpan[] =>
  (JSON.parse(text) as Sent).resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans)
    .map(({ attributes, ...span }) => ({ ...span, facts: factsIn(attributes) }));

const factsIn = (attributes: Attributes): SentSpan['facts'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
