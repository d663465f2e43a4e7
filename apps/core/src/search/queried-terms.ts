import type { Mask } from '../bits/mask.js';
import type { SearchIndex } from './index.js';
import type { Query, QueryTerm } from './query.js';
import type { VisibleTools } from './visible-tools.js';

/** A term of a query that some tool of the index has, and what the index says of it within a mask. */
export class QueriedTerm {
  private range: Range | undefined;

  constructor(
    private readonly index: SearchIndex,
    private readonly within: Mask,
    readonly queried: QueryTerm,
    readonly id: number,
    /** How many of the visible tools have it. */
    readonly count: number,
  ) {}

  /** Which of the scratch's entries are its own, of slots in no table; read once, when first asked for. */
  get entries(): Range {
    this.range ??= this.read();
    return this.range;
  }

  /** Its counts at a slot within the mask, or 0 where it does not occur. */
  countsAt(slot: number): number {
    const { patterns, scratch, termPostings } = this.index;
    const code = termPostings.codeInTable(this.id, slot);
    if (code !== undefined) return code < 0 ? 0 : patterns.countsOf(code);
    const { from, to } = this.entries;
    const at = scratch.entries.find(slot, from, to);
    return at < 0 ? 0 : patterns.countsOf(scratch.entries.codes[at] ?? 0);
  }

  private read(): Range {
    const { termPostings, scratch } = this.index;
    const from = scratch.entries.length;
    termPostings.collectListed(this.id, this.within, scratch.entries);
    return { from, to: scratch.entries.length };
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The terms of a query in their order, looked up once; what of them is asked for is asked of the slots
 * within the mask. One query at a time: they are worth nothing once there are those of the next.
 */
export const queriedTerms = (
  index: SearchIndex,
  { terms }: Query,
  visible: VisibleTools,
  within: Mask,
): QueriedTerm[] => {
  index.scratch.entries.length = 0;
  const found: QueriedTerm[] = [];
  for (const [term, queried] of terms) {
    const id = index.terms.idOf(term);
    if (id < 0) continue;
    found.push(new QueriedTerm(index, within, queried, id, visible.termCount(id)));
  }
  return found;
};
