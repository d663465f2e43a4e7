import { runningFor, type Begun } from './jobs.js';

/** A thread that has not begun by then has a fault; on a busy machine it may take seconds. */
export const BEGINS_WITHIN_MS = 60_000;

/** Aborts a job that runs for too long, from the moment at which its thread began it. */
export class Wall {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private waited = 0;

  constructor(
    private readonly begun: Begun,
    private readonly ms: number,
  ) {
    this.wait(ms);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  takeDown(): void {
    clearTimeout(this.timer);
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => {
      this.waited += ms;
      const left = this.left();
      if (left > 0) this.wait(left);
      else this.controller.abort();
    }, ms);
  }

  private left(): number {
    const running = runningFor(this.begun);
    if (running !== null) return this.ms - running;
    return this.waited < BEGINS_WITHIN_MS ? this.ms : 0;
  }
}
