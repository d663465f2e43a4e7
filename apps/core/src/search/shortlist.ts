export interface Scored {
  readonly slot: number;
  /** Among the survivors. */
  readonly place: number;
  readonly tool_id: string;
  /** What its words score by themselves. */
  readonly words: number;
  readonly score: number;
}

/** Whether one is the better of two; of equals it is decided by tool_id. */
export const precedes = (one: Scored, other: Scored): boolean =>
  one.score > other.score || (one.score === other.score && one.tool_id < other.tool_id);

/** The best of many, in order: kept sorted, as it is short beside a catalog. */
export class Shortlist {
  readonly best: Scored[] = [];
  /** What scores less is none of them. */
  floor = 0;

  constructor(private readonly most: number) {}

  take(one: Scored): void {
    if (one.score < this.floor) return;
    const { best, most } = this;
    best.splice(this.placeOf(one), 0, one);
    if (best.length > most) best.pop();
    if (best.length === most) this.floor = best[most - 1]?.score ?? 0;
  }

  private placeOf(one: Scored): number {
    let low = 0;
    let high = this.best.length;
    for (let middle = high >>> 1; low < high; middle = (low + high) >>> 1) {
      const other = this.best[middle];
      if (other !== undefined && precedes(other, one)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
