import type { SearchIndex } from './index.js';
import { queriedTerms, type QueriedTerm } from './queried-terms.js';
import { isPhrase, type Query } from './query.js';
import type { TermLists } from './term-lists.js';
import type { VisibleTools } from './visible-tools.js';

/** How much it adds that a query accounts for the whole of a name, or of a description … */
const NAME_COVERAGE = 0.5;
const DESCRIPTION_COVERAGE = 0.3;
/** … and that a tool accounts for the whole of the query. */
const QUERY_COVERAGE = 0.5;

interface Asked {
  readonly term: QueriedTerm;
  readonly idf: number;
}

/**
 * How well a query and a tool account for each other, as a factor for what the words score: of
 * `get_invoice` and `get_invoice_tax_report` the first is meant by "invoice", and a tool with every
 * word of a query comes before one that says a single word often. Words weigh by how rare they are.
 */
export class Coverage {
  private readonly asked: readonly Asked[];
  private readonly total: number;
  /** Words only; a phrase is accounted for by its words. */
  private readonly isWord: Uint8Array;
  /** The list that is looked at. */
  private readonly read: number[] = [];

  constructor(
    private readonly index: SearchIndex,
    private readonly query: Query,
    private readonly visible: VisibleTools,
    terms: readonly QueriedTerm[] = queriedTerms(index, query, visible, visible.mask),
  ) {
    const asked: Asked[] = [];
    this.isWord = index.scratch.wordsFor(index.terms.size);
    let total = 0;
    for (const term of terms) {
      const { id, queried, count } = term;
      if (count === 0) continue;
      const idf = queried.weight * visible.idf(count);
      total += idf;
      asked.push({ term, idf });
      if (!isPhrase(queried)) this.isWord[id] = 1;
    }
    this.asked = asked;
    this.total = total;
  }

  /** Call when nothing more is asked: the next query marks its own words in the same place. */
  end(): void {
    for (const { term } of this.asked) this.isWord[term.id] = 0;
  }

  factor(slot: number): number {
    const { nameTerms, descriptionTerms } = this.index;
    const nameWeight = this.query.cjk ? 0 : NAME_COVERAGE;
    return (
      1 +
      nameWeight * this.share(nameTerms, slot) +
      DESCRIPTION_COVERAGE * this.share(descriptionTerms, slot) +
      QUERY_COVERAGE * this.shareOfQuery(slot)
    );
  }

  private share(lists: TermLists, slot: number): number {
    const { visible, isWord, read } = this;
    const count = lists.read(slot, read);
    let asked = 0;
    let all = 0;
    for (let at = 0; at < count; at++) {
      const id = read[at] ?? 0;
      const idf = visible.termIdf(id);
      all += idf;
      if (isWord[id] === 1) asked += idf;
    }
    return all === 0 ? 0 : asked / all;
  }

  private shareOfQuery(slot: number): number {
    let found = 0;
    for (const { term, idf } of this.asked) if (term.countsAt(slot) !== 0) found += idf;
    return this.total === 0 ? 0 : found / this.total;
  }
}
