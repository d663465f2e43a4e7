import { EmbeddingFailed } from './embedder.js';

const MOST_FAILURES = 3;
const PAUSE_MS = 5_000;

/**
 * Stops asking what keeps failing, so that no query waits for its timeout in vain. After a pause one
 * is let through to try; the others go without until it is known how that ends.
 */
export class CircuitBreaker {
  private failures = 0;
  private closedUntil = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.now() < this.closedUntil)
      throw new EmbeddingFailed('not asked, after it kept failing');
    if (this.failures >= MOST_FAILURES) this.pause();
    try {
      const result = await work();
      this.failures = 0;
      this.closedUntil = -Infinity;
      return result;
    } catch (error) {
      this.failures += 1;
      if (this.failures >= MOST_FAILURES) this.pause();
      throw error;
    }
  }

  private pause(): void {
    this.closedUntil = this.now() + PAUSE_MS;
  }
}
