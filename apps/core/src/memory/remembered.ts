interface Entry<T> {
  readonly value: T;
  readonly weight: number;
}

/** What may be worked out again, kept as long as there is room; the oldest makes way for what is new. */
export class Remembered<K, T> {
  private readonly entries = new Map<K, Entry<T>>();
  private weight = 0;

  /** All that is kept together weighs at most `most`. */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: K): T | undefined {
    return this.entries.get(key)?.value;
  }

  /** What is too heavy by itself is not kept, and drives nothing out. */
  set(key: K, value: T, weight: number): void {
    this.delete(key);
    if (weight > this.most) return;
    while (this.weight + weight > this.most) {
      const [oldest] = this.entries.keys();
      if (oldest === undefined) break;
      this.delete(oldest);
    }
    this.entries.set(key, { value, weight });
    this.weight += weight;
  }

  clear(): void {
    // A map makes a new table even of nothing, and a catalog is loaded tool by tool.
    if (this.entries.size === 0) return;
    this.entries.clear();
    this.weight = 0;
  }

  private delete(key: K): void {
    this.weight -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }
}
