import { countBits, emptyMask, setBit } from '#core/bits/mask.js';
import type { AskedRequest } from '#core/candidates/offer.js';
import { reachForTenant, type Reach } from '#core/candidates/select.js';
import { CatalogSnapshot } from '#core/candidates/snapshot/catalog-snapshot.js';
import { keyBytes, reachKey } from '#core/candidates/snapshot/reach-key.js';
import { Remembered } from '#core/memory/remembered.js';
import type { Grant } from '#core/policy/grant.js';
import { documentOf } from '#core/search/document-of.js';
import type { FrozenIndex } from '#core/search/frozen-index.js';
import { SearchIndex } from '#core/search/index.js';
import { rank, type Ranking, type RankRequest } from '#core/search/rank.js';
import { VisibleTools } from '#core/search/visible-tools.js';
import { contractOf } from '../../../database/records.js';
import type { CandidatesAnswer } from '../assemble-answer.js';
import { emptySearchIndex } from '../empty-index.js';
import { textsFrom } from './indexed-texts.js';
import type { IndexThread } from './index-thread.js';
import { textKeyOf, type LoadedTool } from './loaded-tool.js';
import type { LoadedVersion } from './loaded-version.js';

/** They are made anew in some ten milliseconds. */
const COLLECTIONS_BYTES = 64 * 1024 * 1024;
/** Whatever roles an administrator has granted are a key; more than that is worked out each time. */
const MOST_KEY = 500_000;
const ANSWERS_BYTES = 32 * 1024 * 1024;
const SLICE_MS = 8;
/** So many texts take a tenth of a second, which is less than what a thread is good for. */
const FEW_TEXTS = 2_000;

export type RankedRequest = AskedRequest & { readonly query: string };

type Ranked = Pick<RankRequest, 'survivors' | 'channels'>;

/** A catalog in memory: its filter, and the search index over the same slots. */
export class LoadedCatalog {
  readonly snapshot = new CatalogSnapshot<LoadedVersion, LoadedTool>(textKeyOf);
  private index = emptySearchIndex();
  /** Slots below are in the index, and those below the other in that part of it which is frozen. */
  private indexed = 0;
  private frozen = 0;
  /** Whether a thread makes the first index, so that it need not be made here. */
  private awaitsThread = false;
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

  /** Whether a thread has all texts in the index sooner than they are taken into it here. */
  get isFarBehind(): boolean {
    return this.snapshot.offers.length - this.indexed > FEW_TEXTS;
  }

  /** Whether so much is in the part of the index that grows that a thread makes all of it anew. */
  get isWorthAThread(): boolean {
    const loose = this.snapshot.offers.length - this.frozen;
    return loose > Math.max(FEW_TEXTS, this.frozen / 2);
  }

  put(tool: LoadedTool): void {
    this.bury(this.snapshot.put(tool));
  }

  remove(toolId: string): void {
    this.bury(this.snapshot.remove(toolId));
  }

  /** Takes texts into the index for a few milliseconds. */
  indexSome(): void {
    if (this.awaitsThread) return;
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

  /** Makes of a small index, once, what is read fast; it takes a few milliseconds. */
  settle(): void {
    const { toolIds, live, size } = this.index;
    if (this.frozen > 0 || size > FEW_TEXTS) return;
    this.index = new SearchIndex({ frozen: this.index.frozen(), toolIds, live });
    this.frozen = size;
    this.collections.clear();
  }

  /** Has an index of all that there is now made by a thread. */
  async indexIn(thread: IndexThread, isWanted: () => boolean): Promise<void> {
    const { offers } = this.snapshot;
    const toolIds = offers.map((offer) => offer?.tool.tool_id ?? '');
    this.awaitsThread = !this.isIndexed;
    try {
      for (let from = 0; from < toolIds.length;) {
        const { texts, next } = textsFrom(offers, from, toolIds.length);
        await thread.add(texts);
        if (!isWanted()) return;
        from = next;
      }
      const frozen = await thread.freeze();
      if (isWanted()) this.goOnFrom(frozen, toolIds);
    } finally {
      this.awaitsThread = false;
    }
  }

  /** What became of the slots meanwhile is known here alone. */
  private goOnFrom(frozen: FrozenIndex, toolIds: string[]): void {
    const size = toolIds.length;
    const live = emptyMask(size);
    this.snapshot.offers.forEach((offer, slot) => {
      if (offer !== undefined && slot < size) setBit(live, slot);
    });
    this.index = new SearchIndex({ frozen, toolIds, live });
    this.indexed = size;
    this.frozen = size;
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
