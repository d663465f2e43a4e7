import { createHash } from 'node:crypto';
import type { EndpointSettings } from '../config/semantic-settings.js';
import { inSpan, outgoingTrace } from '../tracing/current-trace.js';
import type { Step } from '../tracing/trace.js';
import { EmbeddingFailed, type Embedder } from './embedder.js';
import { readBody, readVectors } from './endpoint-answer.js';

const DOCUMENTS_MS = 30_000;

const EMBEDDING: Step = {
  name: 'embeddings',
  kind: 'client',
  facts: { 'http.request.method': 'POST' },
};

/**
 * Asks any server that speaks OpenAI's `/v1/embeddings`. Where it is asked is the operator's word
 * alone, and a redirection elsewhere is not followed.
 */
export class EndpointEmbedder implements Embedder {
  readonly space: string;
  readonly batch = 64;
  private readonly closing = new AbortController();

  constructor(private readonly endpoint: EndpointSettings) {
    const { model, dimensions, documentPrefix } = endpoint;
    const recipe = createHash('sha256').update(documentPrefix).digest('hex').slice(0, 12);
    this.space = `endpoint ${model} ${dimensions ?? 'as it comes'} ${recipe}`;
  }

  async embedQuery(text: string): Promise<Float32Array> {
    const { queryPrefix, timeoutMs } = this.endpoint;
    const [vector] = await this.ask([prefixed(queryPrefix, text)], timeoutMs);
    if (vector === null || vector === undefined) throw new EmbeddingFailed('answered no embedding');
    return vector;
  }

  async embedDocuments(texts: readonly string[]): Promise<(Float32Array | null)[]> {
    const { documentPrefix } = this.endpoint;
    const vectors = await this.askApart(texts.map((text) => prefixed(documentPrefix, text)));
    if (vectors.every((vector) => vector === null)) {
      throw new EmbeddingFailed('answered no embedding');
    }
    return vectors;
  }

  /** Nobody waits for what is still under way. */
  close(): Promise<void> {
    this.closing.abort();
    return Promise.resolve();
  }

  /** One text that the server does not take must not keep the others from it. */
  private async askApart(texts: readonly string[]): Promise<(Float32Array | null)[]> {
    try {
      return await this.ask(texts, DOCUMENTS_MS);
    } catch (error) {
      if (!(error instanceof TextsRefused)) throw error;
      if (texts.length === 1) return [null];
      const middle = texts.length >>> 1;
      const first = await this.askApart(texts.slice(0, middle));
      return [...first, ...(await this.askApart(texts.slice(middle)))];
    }
  }

  private ask(input: readonly string[], timeoutMs: number): Promise<(Float32Array | null)[]> {
    return inSpan(EMBEDDING, () => this.post(input, timeoutMs));
  }

  private async post(
    input: readonly string[],
    timeoutMs: number,
  ): Promise<(Float32Array | null)[]> {
    const { url, model, dimensions, apiKey } = this.endpoint;
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.closing.signal]),
        headers: {
          'content-type': 'application/json',
          ...outgoingTrace(),
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({
          model,
          input,
          encoding_format: 'float',
          ...(dimensions === undefined ? {} : { dimensions }),
        }),
      });
      const text = await readBody(response);
      if (OF_THE_TEXTS.has(response.status)) throw new TextsRefused(statusOf(response));
      if (!response.ok) throw new EmbeddingFailed(statusOf(response));
      return readVectors(text, input.length, dimensions);
    } catch (error) {
      throw error instanceof EmbeddingFailed ? error : unreachable(error, timeoutMs);
    }
  }
}

class TextsRefused extends EmbeddingFailed {}

const OF_THE_TEXTS = new Set([400, 413, 422]);

const statusOf = ({ status }: Response): string => `answered with status ${status}`;

const prefixed = (prefix: string, text: string): string =>
  prefix === '' ? text : `${prefix} ${text}`;

/** Only what kind of trouble it was: messages of the network name addresses. */
const unreachable = (error: unknown, timeoutMs: number): EmbeddingFailed => {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new EmbeddingFailed(`did not answer within ${timeoutMs} ms`);
  }
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? `: ${String(cause.code)}` : '';
  return new EmbeddingFailed(`could not be asked${code}`);
};
