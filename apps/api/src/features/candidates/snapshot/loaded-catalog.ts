import { countBits } from '#core/bits/mask.js';
import type { AskedRequest } from '#core/candidates/offer.js';
import { reachForTenant, type Reach } from '#core/candidates/select.js';
import { CatalogSnapshot } from '#core/candidates/snapshot/catalog-snapshot.js';
import { keyBytes, reachKey } from '#core/candidates/snapshot/reach-key.js';
import { Remembered } from '#core/memory/remembered.js';
import type { Grant } from '#core/policy/grant.js';
import { documentOf } from '#core/search/document-of.js';
import { SearchIndex } from '#core/search/index.js';
import { rank, type Ranking, type RankRequest } from '#core/search/rank.js';
import { VisibleTools } from '#core/search/visible-tools.js';
import { contractOf } from '../../../database/records.js';
import type { CandidatesAnswer } from '../assemble-answer.js';
import { textKeyOf, type LoadedTool } from './loaded-tool.js';
import type { LoadedVersion } from './loaded-version.js';

/** They are made anew in some ten milliseconds. */
const COLLECTIONS_BYTES = 64 * 1024 * 1024;
/** Whatever roles an administrator has granted are a key; more than that is worked out each time. */
const MOST_KEY = 500_000;
const ANSWERS_BYTES = 32 * 1024 * 1024;
const SLICE_MS = 8;

export type RankedRequest = AskedRequest & { readonly query: string };

type Ranked = Pick<RankRequest, 'survivors' | 'channels'>;

/** A catalog in memory: its filter, and the search index over the same slots. */
export class LoadedCatalog {
  readonly snapshot = new CatalogSnapshot<LoadedVersion, LoadedTool>(textKeyOf);
  private readonly index = new SearchIndex();
  /** Slots below are in the index. */
  private indexed = 0;
  /** What was answered since the last change, by the request that is asked again and again. */
  readonly answers = new Remembered<AskedRequest, CandidatesAnswer>(ANSWERS_BYTES);
  private readonly collections = new Remembered<string, VisibleTools>(COLLECTIONS_BYTES);

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

  /** How many tools a request is ranked among, whatever is in the index. */
  rankedAmong(request: AskedRequest, grant: Grant): number {
    return countBits(this.snapshot.usuallyRankedAmong(reachForTenant(grant, request.tenant)));
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

  /** Pins and sessions take what differs for them off the usual collection. */
  private collectionOf(request: AskedRequest, grant: Grant): VisibleTools {
    const usual = this.usualCollection(reachForTenant(grant, request.tenant));
    const moves = this.snapshot.moves(request, usual.mask);
    return moves.length === 0 ? usual : usual.moved(moves);
  }

  private usualCollection(reach: Reach): VisibleTools {
    const key = reachKey(reach, MOST_KEY);
    const known = key === null ? undefined : this.collections.get(key);
    if (known !== undefined) return known;
    const made = new VisibleTools(this.index, this.snapshot.usuallyRankedAmong(reach));
    if (key !== null) this.collections.set(key, made, made.bytes + keyBytes(key));
    return made;
  }

  private bury(slots: readonly number[]): void {
    for (const slot of slots) this.index.remove(slot);
    this.collections.clear();
    this.answers.clear();
  }
}
