import type { SearchIndex } from './index.js';
import { countsAt, type Postings } from './postings.js';
import { isPhrase, type Query } from './query.js';
import type { VisibleTools } from './visible-tools.js';

/** How much it adds that a query accounts for the whole of a name, or of a description … */
const NAME_COVERAGE = 0.5;
const DESCRIPTION_COVERAGE = 0.3;
/** … and that a tool accounts for the whole of the query. */
const QUERY_COVERAGE = 0.5;

interface Asked {
  readonly postings: Postings;
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
  private readonly words: ReadonlySet<number>;

  constructor(
    private readonly index: SearchIndex,
    private readonly query: Query,
    private readonly visible: VisibleTools,
  ) {
    const asked: Asked[] = [];
    const words = new Set<number>();
    for (const [term, queried] of query.terms) {
      const postings = index.terms.get(term);
      if (postings === undefined || visible.termCount(postings) === 0) continue;
      asked.push({ postings, idf: queried.weight * visible.termIdf(postings) });
      if (!isPhrase(queried)) words.add(postings.id);
    }
    this.asked = asked;
    this.words = words;
    this.total = asked.reduce((sum, { idf }) => sum + idf, 0);
  }

  factor(slot: number): number {
    const { nameTerms, descriptionTerms } = this.index;
    const nameWeight = this.query.cjk ? 0 : NAME_COVERAGE;
    return (
      1 +
      nameWeight * this.share(nameTerms.of(slot)) +
      DESCRIPTION_COVERAGE * this.share(descriptionTerms.of(slot)) +
      QUERY_COVERAGE * this.shareOfQuery(slot)
    );
  }

  private share(terms: Uint32Array): number {
    let asked = 0;
    let all = 0;
    for (const id of terms) {
      const postings = this.index.postings[id];
      if (postings === undefined) continue;
      const idf = this.visible.termIdf(postings);
      all += idf;
      if (this.words.has(id)) asked += idf;
    }
    return all === 0 ? 0 : asked / all;
  }

  private shareOfQuery(slot: number): number {
    let found = 0;
    for (const { postings, idf } of this.asked) if (countsAt(postings, slot) !== 0) found += idf;
    return this.total === 0 ? 0 : found / this.total;
  }
}
