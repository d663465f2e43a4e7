import { Entries } from './entries.js';

/**
 * Numbers by slot, of one query at a time. At 100,000 tools fresh arrays for each query would cost as
 * much as ranking does. Only what belongs to the slots of the query is cleared for it, so that nothing
 * else may be read.
 */
export class Scratch {
  terms = new Float32Array(0);
  grams = new Float32Array(0);
  /** Which of the query's terms a slot has, one bit each. */
  found = new Uint32Array(0);
  /** What lists of postings say of the slots of the query. */
  readonly entries = new Entries();
  /** By the id of a term, 1 for the words of the query. */
  words = new Uint8Array(0);

  /** The same arrays, with room for `size` slots and zeros in those of the query. */
  cleared(slots: Uint32Array, size: number): this {
    if (size > this.terms.length) {
      const room = size + (size >>> 1);
      this.terms = new Float32Array(room);
      this.grams = new Float32Array(room);
      this.found = new Uint32Array(room);
      return this;
    }
    const { terms, grams, found } = this;
    for (const slot of slots) {
      terms[slot] = 0;
      grams[slot] = 0;
      found[slot] = 0;
    }
    return this;
  }

  /** All zeros, for so many terms; who sets one clears it again. */
  wordsFor(count: number): Uint8Array {
    if (count > this.words.length) this.words = new Uint8Array(count + (count >>> 1));
    return this.words;
  }
}
