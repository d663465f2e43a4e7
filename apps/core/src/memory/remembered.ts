interface Entry<T> {
  readonly value: T;
  readonly weight: number;
}

type Entries<K, T> = Map<K, Entry<T>>;

/** What is asked for again and again may take up so much of all that there is room for. */
const RECURRING_SHARE = 1 / 2;

/**
 * What may be worked out again, kept as long as there is room. The oldest makes way for what is new,
 * but what was asked for again only for more of that kind: however much comes just once, what recurs
 * stays (the two queues of Johnson and Shasha, 1994).
 */
export class Remembered<K, T> {
  private readonly once: Entries<K, T> = new Map();
  private readonly recurring: Entries<K, T> = new Map();
  private weight = 0;
  private recurringWeight = 0;

  /** All that is kept together weighs at most `most`. */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.once.size + this.recurring.size;
  }

  get(key: K): T | undefined {
    const known = this.recurring.get(key);
    if (known !== undefined) return known.value;
    const entry = this.once.get(key);
    if (entry === undefined) return undefined;
    if (entry.weight <= this.most * RECURRING_SHARE) this.keep(key, entry);
    return entry.value;
  }

  /** What is too heavy by itself is not kept, and drives nothing out. */
  set(key: K, value: T, weight: number): void {
    this.delete(key);
    if (weight > this.most) return;
    while (this.weight + weight > this.most) {
      const oldest = oldestOf(this.once) ?? oldestOf(this.recurring);
      if (oldest === undefined) break;
      this.delete(oldest.key);
    }
    this.once.set(key, { value, weight });
    this.weight += weight;
  }

  clear(): void {
    // A map makes a new table even of nothing, and a catalog is loaded tool by tool.
    if (this.size === 0) return;
    this.once.clear();
    this.recurring.clear();
    this.weight = 0;
    this.recurringWeight = 0;
  }

  /** Among what recurs; the oldest there has to be asked for again to stay. */
  private keep(key: K, entry: Entry<T>): void {
    this.once.delete(key);
    this.recurring.set(key, entry);
    this.recurringWeight += entry.weight;
    while (this.recurringWeight > this.most * RECURRING_SHARE) {
      const oldest = oldestOf(this.recurring);
      if (oldest === undefined) break;
      this.recurring.delete(oldest.key);
      this.recurringWeight -= oldest.entry.weight;
      this.once.set(oldest.key, oldest.entry);
    }
  }

  private delete(key: K): void {
    const recurring = this.recurring.get(key);
    this.weight -= (recurring ?? this.once.get(key))?.weight ?? 0;
    this.recurringWeight -= recurring?.weight ?? 0;
    this.recurring.delete(key);
    this.once.delete(key);
  }
}

/** Undefined where there is nothing; boxed, as a key may be anything. */
const oldestOf = <K, T>(entries: Entries<K, T>): { key: K; entry: Entry<T> } | undefined => {
  for (const [key, entry] of entries) return { key, entry };
  return undefined;
};
