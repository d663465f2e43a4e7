import { performance } from 'node:perf_hooks';

/**
 * A question whose answer many ask for: one run is shared by all who ask while it lasts, and its
 * success for a while after. A failure is not kept, so that recovery is seen at once.
 */
export class SharedProbe {
  private running: Promise<void> | undefined;
  private goodUntil = -Infinity;

  constructor(
    private readonly probe: () => Promise<void>,
    private readonly goodForMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async run(): Promise<void> {
    if (this.now() < this.goodUntil) return;
    this.running ??= this.ask().finally(() => (this.running = undefined));
    await this.running;
  }

  private async ask(): Promise<void> {
    // From its beginning: what happens while it runs is not in its answer.
    const begun = this.now();
    await this.probe();
    this.goodUntil = begun + this.goodForMs;
  }
}
