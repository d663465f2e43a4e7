import { performance } from 'node:perf_hooks';
import { FairShares } from './fair-shares.js';

export interface LineLimits {
  /** So much is served at a time: jobs, where each weighs one. */
  readonly places: number;
  /** So many of one caller wait, and so many of all. */
  readonly waitingOfOne: number;
  readonly waitingOfAll: number;
  readonly longestWaitMs: number;
  /** So much of one caller is served at a time, and any one job alone; left out, one job after the other. */
  readonly placesOfOne?: number;
}

/** Who comes, with what. */
export interface Comer {
  readonly caller: string;
  /** How many places the job takes; one where it is left out, and never more than there are. */
  readonly weight?: number;
  /** Aborted once nobody waits for the job any more. */
  readonly gone?: AbortSignal | undefined;
  /** What others of the caller may take along when it is their turn. */
  readonly load?: object;
}

interface Waiting {
  readonly weight: number;
  readonly load: object | undefined;
  readonly admit: () => void;
  readonly takeAlong: () => void;
  readonly refuse: (reason: NotServed['reason'], isBehindOneself?: boolean) => void;
}

/**
 * Serves callers so that none gets in the way of another: of each one job runs at a time, or few, and the
 * next place goes to whose share is due, so that who asks for little never waits behind the backlog of
 * those who ask for much. Nobody overtakes whoever is next, so that large jobs get their room.
 */
export class FairLine {
  private free: number;
  private count = 0;
  private readonly waiting = new Map<string, Waiting[]>();
  private jobs = 0;
  /** The places that each caller takes up. */
  private readonly served = new Map<string, number>();
  private readonly shares = new FairShares();

  constructor(
    private readonly limits: LineLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.free = limits.places;
  }

  /** Who is served, and who waits. */
  get size(): number {
    return this.jobs + this.count;
  }

  /** Does the work when it is the caller's turn; `NotServed` where that does not come. */
  async run<T>(comer: Comer, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(comer);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Resolves when it is the caller's turn, with what ends it; `NotServed` where that does not come. */
  async enter({ caller, weight = 1, gone, load }: Comer): Promise<() => void> {
    const taken = Math.min(weight, this.limits.places);
    const isServed = await this.wait(caller, taken, { gone, load });
    if (!isServed) return () => undefined;
    const start = this.now();
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.shares.used(caller, this.now() - start);
      this.leavePlaces(caller, taken);
      if (this.size === 0) this.shares.settle();
      this.admit();
    };
  }

  /**
   * Takes out of the line whoever of the caller is next there, as long as their loads are wanted: what they
   * came for is done with the job under way, and takes no place of its own.
   */
  takeAlong(caller: string, isWanted: (load: object) => boolean): void {
    for (const one of this.waiting.get(caller) ?? []) {
      if (one.load === undefined || !isWanted(one.load)) return;
      this.leave(caller, one);
      one.takeAlong();
    }
  }

  /** Sends away all who wait. */
  close(): void {
    const left = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.count = 0;
    for (const { refuse } of left) refuse('closed');
  }

  /** Whether there is a place for it, or it was taken along. */
  private wait(
    caller: string,
    weight: number,
    { gone, load }: { readonly gone: AbortSignal | undefined; readonly load: object | undefined },
  ): Promise<boolean> {
    if (gone?.aborted === true) throw new NotServed('gone');
    const own = this.waiting.get(caller) ?? [];
    if (own.length >= this.limits.waitingOfOne) throw new NotServed('too-many-of-one');
    if (this.count >= this.limits.waitingOfAll) throw new NotServed('too-many');
    return new Promise((admit, refuse) => {
      const leave = (reason: NotServed['reason']) => (): void => {
        const isBehindOneself = reason === 'waited-too-long' && !this.mayBegin(caller);
        this.leave(caller, waiting);
        waiting.refuse(reason, isBehindOneself);
        this.admit();
      };
      const timer = setTimeout(leave('waited-too-long'), this.limits.longestWaitMs);
      const onGone = leave('gone');
      gone?.addEventListener('abort', onGone);
      const settle = (): void => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', onGone);
      };
      const end = (isServed: boolean) => (): void => {
        settle();
        admit(isServed);
      };
      const waiting: Waiting = {
        weight,
        load,
        admit: end(true),
        takeAlong: end(false),
        refuse: (reason, isBehindOneself) => {
          settle();
          refuse(new NotServed(reason, isBehindOneself));
        },
      };
      if (own.length === 0 && !this.served.has(caller)) this.shares.came(caller);
      this.waiting.set(caller, [...own, waiting]);
      this.count += 1;
      this.admit();
    });
  }

  private admit(): void {
    for (;;) {
      const caller = this.shares.first(this.callersWaiting());
      const [first] = caller === undefined ? [] : (this.waiting.get(caller) ?? []);
      if (caller === undefined || first === undefined || first.weight > this.free) return;
      this.leave(caller, first);
      this.takePlaces(caller, first.weight);
      this.shares.served(caller);
      first.admit();
    }
  }

  private *callersWaiting(): Iterable<string> {
    for (const caller of this.waiting.keys()) if (this.mayBegin(caller)) yield caller;
  }

  /** Whether the next job of a caller waits for others alone. */
  private mayBegin(caller: string): boolean {
    const taken = this.served.get(caller) ?? 0;
    const [next] = this.waiting.get(caller) ?? [];
    return taken === 0 || taken + (next?.weight ?? 0) <= (this.limits.placesOfOne ?? 0);
  }

  private takePlaces(caller: string, weight: number): void {
    this.free -= weight;
    this.jobs += 1;
    this.served.set(caller, (this.served.get(caller) ?? 0) + weight);
  }

  private leavePlaces(caller: string, weight: number): void {
    this.free += weight;
    this.jobs -= 1;
    const left = (this.served.get(caller) ?? 0) - weight;
    if (left > 0) this.served.set(caller, left);
    else this.served.delete(caller);
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
  constructor(
    readonly reason: 'too-many-of-one' | 'too-many' | 'waited-too-long' | 'closed' | 'gone',
    /** The caller's own jobs took up all that there is for one. */
    readonly isBehindOneself = false,
  ) {
    super(`not served: ${reason}`);
  }
}
