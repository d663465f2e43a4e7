import { performance } from 'node:perf_hooks';

/**
 * A question whose answer many ask for: one run is shared by all who ask while it lasts, and its
 * answer for a while after. A failure is not kept, so that recovery is seen at once.
 */
export class SharedProbe<T> {
  private running: Promise<T> | undefined;
  private last: { readonly answer: T; readonly goodUntil: number } | undefined;

  constructor(
    private readonly probe: () => Promise<T>,
    private readonly goodForMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async run(): Promise<T> {
    if (this.last !== undefined && this.now() < this.last.goodUntil) return this.last.answer;
    this.running ??= this.ask().finally(() => (this.running = undefined));
    return this.running;
  }

  private async ask(): Promise<T> {
    // From its beginning: what happens while it runs is not in its answer.
    const goodUntil = this.now() + this.goodForMs;
    const answer = await this.probe();
    this.last = { answer, goodUntil };
    return answer;
  }
}
