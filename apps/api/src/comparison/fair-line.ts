import { performance } from 'node:perf_hooks';
import { RecentUse } from './recent-use.js';

export interface LineLimits {
  /** So many are served at a time. */
  readonly places: number;
  /** So many of one caller wait, and so many of all. */
  readonly waitingOfOne: number;
  readonly waitingOfAll: number;
  readonly longestWaitMs: number;
}

/** Whoever has used more than this lately leaves the last free place to those who have not. */
const MUCH_MS = 2_000;

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (reason: NotServed['reason']) => void;
}

/**
 * Serves callers so that none gets in the way of another: of each one job runs at a time, the next
 * place goes to who has used the least time lately, and the last place is never taken by somebody who
 * has used much. Jobs of one caller keep their order.
 */
export class FairLine {
  private free: number;
  private count = 0;
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly served = new Set<string>();
  private readonly use = new RecentUse();

  constructor(
    private readonly limits: LineLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.free = limits.places;
  }

  /** Who is served, and who waits. */
  get size(): number {
    return this.served.size + this.count;
  }

  /** Does the work when it is the caller's turn; `NotServed` where that does not come. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    await this.enter(caller);
    const start = this.now();
    try {
      return await work();
    } finally {
      const end = this.now();
      this.use.add(caller, end - start, end);
      this.served.delete(caller);
      this.free += 1;
      this.admit();
    }
  }

  /** Sends away all who wait. */
  close(): void {
    const left = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.count = 0;
    for (const { refuse } of left) refuse('closed');
  }

  private enter(caller: string): Promise<void> {
    const own = this.waiting.get(caller) ?? [];
    if (own.length >= this.limits.waitingOfOne) throw new NotServed('too-many-of-one');
    if (this.count >= this.limits.waitingOfAll) throw new NotServed('too-many');
    return new Promise((admit, refuse) => {
      const timer = setTimeout(() => {
        this.leave(caller, waiting);
        waiting.refuse('waited-too-long');
      }, this.limits.longestWaitMs);
      const waiting: Waiting = {
        admit: () => {
          clearTimeout(timer);
          admit();
        },
        refuse: (reason) => {
          clearTimeout(timer);
          refuse(new NotServed(reason));
        },
      };
      this.waiting.set(caller, [...own, waiting]);
      this.count += 1;
      this.admit();
    });
  }

  private admit(): void {
    for (;;) {
      const caller = this.nextCaller();
      const [first] = caller === undefined ? [] : (this.waiting.get(caller) ?? []);
      if (caller === undefined || first === undefined) return;
      this.leave(caller, first);
      this.free -= 1;
      this.served.add(caller);
      first.admit();
    }
  }

  private nextCaller(): string | undefined {
    if (this.free === 0) return undefined;
    const isLast = this.free === 1 && this.limits.places > 1;
    const now = this.now();
    let next: string | undefined;
    let least = isLast ? MUCH_MS : Infinity;
    for (const caller of this.waiting.keys()) {
      if (this.served.has(caller)) continue;
      const used = this.use.of(caller, now);
      if (used >= least) continue;
      next = caller;
      least = used;
    }
    return next;
  }

  private leave(caller: string, waiting: Waiting): void {
    const others = (this.waiting.get(caller) ?? []).filter((one) => one !== waiting);
    if (others.length > 0) this.waiting.set(caller, others);
    else this.waiting.delete(caller);
    this.count -= 1;
  }
}

/** Somebody's turn does not come. */
export class NotServed extends Error {
  constructor(readonly reason: 'too-many-of-one' | 'too-many' | 'waited-too-long' | 'closed') {
    super(`not served: ${reason}`);
  }
}
