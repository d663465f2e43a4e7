import { CircuitBreaker } from './circuit-breaker.js';
import type { Embedder } from './embedder.js';

const MOST_CHARACTERS = 2_000;
const MOST_REMEMBERED = 1_000;

/** Vectors of queries. Agents ask the same again and again, also before the first answer is there. */
export class QueryVectors {
  private readonly breaker = new CircuitBreaker();
  /** Those known, the one least recently asked for first. */
  private readonly known = new Map<string, Float32Array>();
  private readonly asked = new Map<string, Promise<Float32Array>>();

  constructor(private readonly embedder: Embedder) {}

  /** Rejects with EmbeddingFailed. */
  of(query: string): Promise<Float32Array> {
    const text = query.slice(0, MOST_CHARACTERS);
    const known = this.known.get(text);
    if (known !== undefined) return Promise.resolve(this.remember(text, known));
    const waiting = this.asked.get(text);
    if (waiting !== undefined) return waiting;
    const asked = this.breaker
      .run(() => this.embedder.embedQuery(text))
      .then((vector) => this.remember(text, vector))
      .finally(() => this.asked.delete(text));
    this.asked.set(text, asked);
    return asked;
  }

  /** Asks anew for the next one: what is known of it is of no use any more. */
  forget(query: string): void {
    this.known.delete(query.slice(0, MOST_CHARACTERS));
  }

  private remember(text: string, vector: Float32Array): Float32Array {
    this.known.delete(text);
    this.known.set(text, vector);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_REMEMBERED && oldest !== undefined) this.known.delete(oldest);
    return vector;
  }
}
