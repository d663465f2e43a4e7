import {
  clearBit,
  countBits,
  forEachBit,
  grownMask,
  intersection,
  setBit,
  type Mask,
} from '../bits/mask.js';
import { FIELD_COUNT } from './document.js';
import { averageOf, fieldNorms } from './impact.js';
import { mostImpacts } from './impact-table.js';
import type { SearchIndex } from './index.js';
import { KnownNumbers } from './known-numbers.js';
import type { Postings } from './postings.js';

/** A tool that is seen by another slot of its own. */
interface Move {
  readonly from: number;
  readonly to: number;
}

interface Moved {
  readonly base: VisibleTools;
  readonly moves: readonly Move[];
}

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
  /** By what a table of impacts says of a slot, the most of its IDF that a term adds. */
  readonly mostImpacts: Float64Array;
  readonly averageGrams: number;
  /** Of all tools together: the terms of each field, then the grams. */
  private readonly totals: readonly number[];
  private readonly termCounts: KnownNumbers;
  private readonly termIdfs: KnownNumbers;
  private readonly gramCounts: KnownNumbers;

  constructor(
    private readonly index: SearchIndex,
    mask: Mask,
    private readonly origin: Moved | null = null,
  ) {
    this.mask = intersection(index.live, mask);
    this.size = countBits(this.mask);
    this.totals =
      origin === null
        ? totalsOf(index, this.mask)
        : movedTotals(index, origin.base.totals, origin.moves);
    const averages = this.totals.map((total) => averageOf(total, this.size));
    this.fieldNorms = fieldNorms(averages);
    this.mostImpacts = mostImpacts(index.impacts, this.totals, this.size);
    this.averageGrams = averages[FIELD_COUNT] ?? 1;
    // One that is kept answers from arrays; one for a single request would be long in making them.
    const isKept = origin === null;
    this.termCounts = new KnownNumbers(isKept ? index.termPostings.longFrozen : 0);
    this.termIdfs = new KnownNumbers(isKept ? index.termPostings.longFrozen : 0);
    this.gramCounts = new KnownNumbers(isKept ? index.gramPostings.longFrozen : 0);
  }

  /** About so much memory does it take. */
  get bytes(): number {
    const numbers = [this.termCounts, this.termIdfs, this.gramCounts];
    const known = numbers.reduce((bytes, { byteLength }) => bytes + byteLength, 0);
    const arrays = [this.mask, this.fieldNorms, this.mostImpacts];
    return arrays.reduce((bytes, { byteLength }) => bytes + byteLength, known);
  }

  /**
   * The same with some tools by other slots, which are live. It costs what those few do, as it takes
   * everything else from this one.
   */
  moved(moves: readonly Move[]): VisibleTools {
    const mask = grownMask(this.mask.slice(), this.index.size);
    for (const { from, to } of moves) {
      clearBit(mask, from);
      setBit(mask, to);
    }
    return new VisibleTools(this.index, mask, { base: this, moves });
  }

  /** Lucene's form, above 0 however common the term. */
  termIdf(term: number): number {
    const known = this.termIdfs.get(term);
    if (known !== undefined) return known;
    const idf = this.idf(this.termCount(term));
    // Of a short list it is as soon worked out as remembered.
    if (this.index.termPostings.isLong(term)) this.termIdfs.set(term, idf);
    return idf;
  }

  /** How many of the tools have the term. */
  termCount(term: number): number {
    return this.kept(this.index.termPostings, term, this.termCounts, 'termCount');
  }

  gramCount(gram: number): number {
    return this.kept(this.index.gramPostings, gram, this.gramCounts, 'gramCount');
  }

  idf(count: number): number {
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }

  private kept(postings: Postings, id: number, counts: KnownNumbers, kind: Kind): number {
    const known = counts.get(id);
    if (known !== undefined) return known;
    if (!postings.isLong(id)) return postings.countWithin(id, this.mask);
    const count = this.count(postings, id, kind);
    counts.set(id, count);
    return count;
  }

  private count(postings: Postings, id: number, kind: Kind): number {
    const { origin } = this;
    if (origin === null || !postings.isLookedUp(id)) return postings.countWithin(id, this.mask);
    let count = origin.base[kind](id);
    for (const { from, to } of origin.moves) {
      count += Number(postings.has(id, to)) - Number(postings.has(id, from));
    }
    return count;
  }
}

type Kind = 'termCount' | 'gramCount';

const totalsOf = (index: SearchIndex, mask: Mask): number[] => {
  const totals = new Array<number>(FIELD_COUNT + 1).fill(0);
  forEachBit(mask, (slot) => addTotals(totals, index, slot, 1));
  return totals;
};

const movedTotals = (
  index: SearchIndex,
  base: readonly number[],
  moves: readonly Move[],
): number[] => {
  const totals = [...base];
  for (const { from, to } of moves) {
    addTotals(totals, index, from, -1);
    addTotals(totals, index, to, 1);
  }
  return totals;
};

const addTotals = (totals: number[], index: SearchIndex, slot: number, times: number): void => {
  for (let field = 0; field < FIELD_COUNT; field++) {
    const length = index.fieldLengths[slot * FIELD_COUNT + field] ?? 0;
    totals[field] = (totals[field] ?? 0) + times * length;
  }
  totals[FIELD_COUNT] = (totals[FIELD_COUNT] ?? 0) + times * (index.gramLengths[slot] ?? 0);
};
