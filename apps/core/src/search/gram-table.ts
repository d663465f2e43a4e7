import { Postings, type LongLists } from './postings.js';

const EMPTY = -1;

/**
 * Postings by gram: a hash table with open addressing, as an index asks it for every character that
 * it reads, and a Map takes several times as long.
 */
export class GramTable {
  readonly long: LongLists = { count: 0 };
  private readonly all: Postings[] = [];
  private keys = new Int32Array(1024).fill(EMPTY);
  private places = new Int32Array(1024);

  get(gram: number): Postings | undefined {
    const at = this.find(gram);
    return this.keys[at] === EMPTY ? undefined : this.all[this.places[at] ?? 0];
  }

  getOrAdd(gram: number): Postings {
    const at = this.find(gram);
    const known = this.keys[at] === EMPTY ? undefined : this.all[this.places[at] ?? 0];
    if (known !== undefined) return known;
    const postings = new Postings(this.all.length, this.long);
    this.keys[at] = gram;
    this.places[at] = this.all.push(postings) - 1;
    if (this.all.length * 2 > this.keys.length) this.grow();
    return postings;
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
    const { keys, places } = this;
    this.keys = new Int32Array(keys.length * 2).fill(EMPTY);
    this.places = new Int32Array(keys.length * 2);
    keys.forEach((gram, at) => {
      if (gram === EMPTY) return;
      const place = this.find(gram);
      this.keys[place] = gram;
      this.places[place] = places[at] ?? 0;
    });
  }
}
