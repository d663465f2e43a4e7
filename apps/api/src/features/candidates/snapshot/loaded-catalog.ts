import type { AskedRequest } from '#core/candidates/offer.js';
import { reachForTenant } from '#core/candidates/select.js';
import { CatalogSnapshot } from '#core/candidates/snapshot/catalog-snapshot.js';
import type { Grant } from '#core/policy/grant.js';
import { documentOf } from '#core/search/document-of.js';
import { SearchIndex } from '#core/search/index.js';
import { rank, type Ranking, type RankRequest } from '#core/search/rank.js';
import { VisibleTools } from '#core/search/visible-tools.js';
import { contractOf } from '../../../database/records.js';
import { textKeyOf, type LoadedTool, type LoadedVersion } from './loaded-tool.js';

const MOST_COLLECTIONS = 200;
const SLICE_MS = 8;

export type RankedRequest = AskedRequest & { readonly query: string };

type Ranked = Pick<RankRequest, 'survivors' | 'channels'>;

/** A catalog in memory: its filter, and the search index over the same slots. */
export class LoadedCatalog {
  readonly snapshot = new CatalogSnapshot<LoadedVersion, LoadedTool>(textKeyOf);
  private readonly index = new SearchIndex();
  /** Slots below are in the index. */
  private indexed = 0;
  private readonly collections = new Map<string, VisibleTools>();

  /** Whether every slot can be searched. */
  get isIndexed(): boolean {
    return this.indexed === this.snapshot.offers.length;
  }

  /** Whether more slots are left behind than are worth keeping. */
  get isWorn(): boolean {
    return this.snapshot.offers.length > 2 * this.snapshot.tools.size + 10_000;
  }

  put(tool: LoadedTool): void {
    this.bury(this.snapshot.put(tool));
  }

  remove(toolId: string): void {
    this.bury(this.snapshot.remove(toolId));
  }

  /** Takes texts into the index for a few milliseconds. */
  indexSome(): void {
    const until = performance.now() + SLICE_MS;
    while (!this.isIndexed && performance.now() < until) {
      const offer = this.snapshot.offers[this.indexed];
      if (offer !== undefined) {
        const { tool, version } = offer;
        const document = documentOf(tool.tool_id, contractOf(version), tool);
        this.index.add(document, this.indexed);
      }
      this.indexed += 1;
    }
    this.collections.clear();
  }

  /** What of the survivors matches a query, the best first. All has to be in the index. */
  rank(request: RankedRequest, grant: Grant, ranked: Ranked): Ranking {
    return rank(this.index, {
      ...ranked,
      query: request.query,
      visible: this.collectionOf(request, grant),
      topK: request.top_k,
    });
  }

  /** Pins and sessions make a collection of their own, which is not worth keeping. */
  private collectionOf(request: AskedRequest, grant: Grant): VisibleTools {
    const make = () => new VisibleTools(this.index, this.snapshot.rankedAmong(request, grant));
    if (this.snapshot.deviates(request)) return make();
    const key = JSON.stringify(reachForTenant(grant, request.tenant));
    const known = this.collections.get(key);
    if (known !== undefined) return known;
    if (this.collections.size >= MOST_COLLECTIONS) this.collections.clear();
    const made = make();
    this.collections.set(key, made);
    return made;
  }

  private bury(slots: readonly number[]): void {
    for (const slot of slots) this.index.remove(slot);
    this.collections.clear();
  }
}
