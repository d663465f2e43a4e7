/** After this long, what somebody used counts half. */
const HALF_LIFE_MS = 30_000;

/** Of so many callers the use is remembered; the others count as new. */
const MOST_CALLERS = 1_000;

interface Use {
  readonly ms: number;
  readonly at: number;
}

/** How long each caller has kept a worker lately, in milliseconds that fade. */
export class RecentUse {
  private readonly uses = new Map<string, Use>();

  of(caller: string, now: number): number {
    const use = this.uses.get(caller);
    return use === undefined ? 0 : use.ms * 0.5 ** ((now - use.at) / HALF_LIFE_MS);
  }

  add(caller: string, ms: number, now: number): void {
    const total = this.of(caller, now) + ms;
    // Entered anew, so that the first in the map is the one who has not used anything for longest.
    this.uses.delete(caller);
    this.uses.set(caller, { ms: total, at: now });
    const [idlest] = this.uses.keys();
    if (this.uses.size > MOST_CALLERS && idlest !== undefined) this.uses.delete(idlest);
  }
}
