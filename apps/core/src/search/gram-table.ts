const EMPTY = -1;

/** The arrays that a table is kept in. */
export interface GramTableParts {
  readonly keys: Int32Array<ArrayBuffer>;
  readonly ids: Uint32Array<ArrayBuffer>;
  readonly size: number;
}

export const noGrams = (): GramTableParts => ({
  keys: new Int32Array(1024).fill(EMPTY),
  ids: new Uint32Array(1024),
  size: 0,
});

/**
 * Ids by gram: a hash table with open addressing, as an index asks it for every character that it
 * reads, and a Map takes several times as long.
 */
export class GramTable {
  private keys: Int32Array<ArrayBuffer>;
  private ids: Uint32Array<ArrayBuffer>;
  private count: number;

  /** The parts are its own from now on. */
  constructor({ keys, ids, size }: GramTableParts) {
    this.keys = keys;
    this.ids = ids;
    this.count = size;
  }

  get size(): number {
    return this.count;
  }

  /** -1 where the gram has none. */
  idOf(gram: number): number {
    const at = this.find(gram);
    return this.keys[at] === EMPTY ? EMPTY : (this.ids[at] ?? EMPTY);
  }

  idOrAdd(gram: number): number {
    const at = this.find(gram);
    if (this.keys[at] !== EMPTY) return this.ids[at] ?? 0;
    const id = this.count++;
    this.keys[at] = gram;
    this.ids[at] = id;
    if (this.count * 2 > this.keys.length) this.grow();
    return id;
  }

  /** The same with other ids: `places[id]` is what one becomes. */
  renumbered(places: Uint32Array): GramTableParts {
    const ids = this.ids.map((id, at) => (this.keys[at] === EMPTY ? 0 : (places[id] ?? 0)));
    return { keys: this.keys, ids, size: this.count };
  }

  /** Where the gram is, or would be. */
  private find(gram: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    let at = (Math.imul(gram, 0x9e3779b1) >>> 11) & mask;
    while (keys[at] !== gram && keys[at] !== EMPTY) at = (at + 1) & mask;
    return at;
  }

  private grow(): void {
    const { keys, ids } = this;
    this.keys = new Int32Array(keys.length * 2).fill(EMPTY);
    this.ids = new Uint32Array(keys.length * 2);
    keys.forEach((gram, at) => {
      if (gram === EMPTY) return;
      const place = this.find(gram);
      this.keys[place] = gram;
      this.ids[place] = ids[at] ?? 0;
    });
  }
}
