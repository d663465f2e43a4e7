/**
 * Lets so many in at a time and the others wait in order, up to a limit. In front of the pool it
 * keeps a rush of writers from taking every connection, and a wait in line from counting as a
 * database that is away.
 */
export class Turnstile {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(places: number) {
    this.free = places;
  }

  get length(): number {
    return this.waiting.length;
  }

  /** Runs `work` when a place is free; `onTimeout` makes the error for who waited too long. */
  async pass<T>(work: () => Promise<T>, timeoutMs: number, onTimeout: () => Error): Promise<T> {
    await this.enter(timeoutMs, onTimeout);
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that nobody can slip in between.
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }

  private enter(timeoutMs: number, onTimeout: () => Error): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    return new Promise((admit, refuse) => {
      const called = (): void => {
        clearTimeout(timer);
        admit();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(called), 1);
        refuse(onTimeout());
      }, timeoutMs);
      this.waiting.push(called);
    });
  }
}
