import { Entries } from './entries.js';
import { Survivors } from './survivors.js';

/**
 * Numbers of one query at a time. At 100,000 tools fresh arrays for each query would cost as much as
 * ranking does. Nothing may be read of places that the query does not have.
 */
export class Scratch {
  readonly survivors = new Survivors();
  /** By place, what no score of words is above. */
  bounds = new Float32Array(0);
  /** By place, which terms there may be, as bits. */
  mayHave = new Uint32Array(0);
  /** By place, the scores of grams, and what they are set against. */
  grams = new Float32Array(0);
  gramNorms = new Float64Array(0);
  /** By place, what a table says. */
  said = new Uint8Array(0);
  /** What lists of postings say of the slots of the query. */
  readonly entries = new Entries();
  /** By the id of a term, 1 for the words of the query. */
  words = new Uint8Array(0);

  /** The same arrays, with room for so many places and no scores. */
  cleared(places: number): this {
    if (places > this.bounds.length) {
      const room = places + (places >>> 1);
      this.bounds = new Float32Array(room);
      this.mayHave = new Uint32Array(room);
      this.grams = new Float32Array(room);
      this.gramNorms = new Float64Array(room);
      this.said = new Uint8Array(room);
      return this;
    }
    this.bounds.fill(0, 0, places);
    this.mayHave.fill(0, 0, places);
    this.grams.fill(0, 0, places);
    return this;
  }

  /** All zeros, for so many terms; who sets one clears it again. */
  wordsFor(count: number): Uint8Array {
    if (count > this.words.length) this.words = new Uint8Array(count + (count >>> 1));
    return this.words;
  }
}
