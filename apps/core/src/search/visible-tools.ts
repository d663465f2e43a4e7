import { countBits, forEachBit, hasBit, intersection, type Mask } from '../bits/mask.js';
import { FIELD_COUNT, FIELDS, LENGTHS } from './document.js';
import type { SearchIndex } from './index.js';
import { gramSlot, type Postings } from './postings.js';

/**
 * What ranking knows of the collection: how many tools there are, how rare each term is, how long the
 * fields are. All of it over the tools that one grant could ever be shown, so that no score tells
 * anything of the others; ranking for that grant gives the scores that an index of its tools alone
 * would give. Valid until the index or the grant changes; keep it for as long, as counts are made
 * when first asked for.
 */
export class VisibleTools {
  readonly mask: Mask;
  readonly size: number;
  /** What one occurrence in a field of so many terms counts: `field * LENGTHS + length`. */
  readonly fieldNorms: Float32Array;
  readonly averageGrams: number;
  private readonly counts = new Map<Postings, number>();

  constructor(index: SearchIndex, mask: Mask) {
    this.mask = intersection(index.live, mask);
    this.size = countBits(this.mask);
    const totals = new Array<number>(FIELD_COUNT).fill(0);
    let grams = 0;
    forEachBit(this.mask, (slot) => {
      for (let field = 0; field < totals.length; field++) {
        totals[field] =
          (totals[field] ?? 0) + (index.fieldLengths[slot * FIELD_COUNT + field] ?? 0);
      }
      grams += index.gramLengths[slot] ?? 0;
    });
    this.fieldNorms = normsOf(totals.map((total) => averageOf(total, this.size)));
    this.averageGrams = averageOf(grams, this.size);
  }

  /** Lucene's form, above 0 however common the term. */
  termIdf(postings: Postings): number {
    return this.idf(this.termCount(postings));
  }

  /** How many of the tools have the term. */
  termCount(postings: Postings): number {
    return this.count(postings, 2, (entry) => entry);
  }

  gramCount(postings: Postings): number {
    return this.count(postings, 1, gramSlot);
  }

  idf(count: number): number {
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }

  private count(postings: Postings, stride: number, slotOf: (entry: number) => number): number {
    const known = this.counts.get(postings);
    if (known !== undefined) return known;
    let count = 0;
    for (let at = 0; at < postings.length; at += stride) {
      if (hasBit(this.mask, slotOf(postings.entries[at] ?? 0))) count++;
    }
    this.counts.set(postings, count);
    return count;
  }
}

const averageOf = (total: number, size: number): number => (total === 0 ? 1 : total / size);

const normsOf = (averages: readonly number[]): Float32Array => {
  const norms = new Float32Array(FIELD_COUNT * LENGTHS);
  FIELDS.forEach(({ weight, b }, field) => {
    const average = averages[field] ?? 1;
    for (let length = 0; length < LENGTHS; length++) {
      norms[field * LENGTHS + length] = weight / (1 - b + (b * length) / average);
    }
  });
  return norms;
};
