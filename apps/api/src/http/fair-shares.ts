/** Of so many callers the share is kept; those whose share is long due are forgotten first. */
const MOST_CALLERS = 1_000;

/** What the first job of a caller is taken for. */
const UNKNOWN_COST = 100;

interface Share {
  /** Up to which moment in virtual time the caller was served. */
  readonly until: number;
  /** What its jobs cost lately. */
  readonly typical: number;
}

/**
 * Whose share is due: fair queueing by virtual time (Demers, Keshav and Shenker 1989; its time as in
 * Goyal, Vin and Cheng 1996). Next is whose job would end first in virtual time, which is where the
 * job that was begun last begins. Whoever comes begins there too: time in which a caller asked for
 * nothing is not saved up, and a new one is not ahead of those who used no more than their share.
 */
export class FairShares {
  private time = 0;
  private latest = 0;
  private readonly shares = new Map<string, Share>();

  /** The caller has work again, after it had none. */
  came(caller: string): void {
    const { until, typical } = this.of(caller);
    this.shares.set(caller, { until: Math.max(this.time, until), typical });
  }

  /** Who of these is next; of two who are alike, who is named first. */
  first(callers: Iterable<string>): string | undefined {
    let next: string | undefined;
    let earliest = Infinity;
    for (const caller of callers) {
      const { until, typical } = this.of(caller);
      if (until + typical >= earliest) continue;
      next = caller;
      earliest = until + typical;
    }
    return next;
  }

  served(caller: string): void {
    this.time = Math.max(this.time, this.of(caller).until);
    if (this.shares.size > MOST_CALLERS) this.forget();
  }

  used(caller: string, cost: number): void {
    const { until, typical } = this.of(caller);
    this.shares.set(caller, { until: until + cost, typical: (typical + cost) / 2 });
    this.latest = Math.max(this.latest, until + cost);
  }

  /** Nobody has work: what each of them had more than others is of the past. */
  settle(): void {
    this.time = Math.max(this.time, this.latest);
  }

  private of(caller: string): Share {
    return this.shares.get(caller) ?? { until: this.time, typical: UNKNOWN_COST };
  }

  private forget(): void {
    for (const [caller, { until }] of this.shares) {
      if (until <= this.time) this.shares.delete(caller);
    }
  }
}
