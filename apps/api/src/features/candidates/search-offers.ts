import { Injectable } from '@nestjs/common';
import { maskOf } from '#core/bits/mask.js';
import { documentOf } from '#core/search/document-of.js';
import type { SearchIndex } from '#core/search/index.js';
import { rank } from '#core/search/rank.js';
import type { Reason } from '#core/search/reasons.js';
import { VisibleTools } from '#core/search/visible-tools.js';
import { SemanticSearch, type Strategy } from '../../semantic/semantic-search.js';
import { CandidatesRepository } from './candidates.repository.js';
import type { Content } from './catalog-rows.js';
import type { StoredOffer } from './catalog.js';
import { emptySearchIndex } from './empty-index.js';

export interface Search {
  readonly query: string;
  readonly topK: number;
  /** What may be answered; each of them is in `among` too. */
  readonly eligible: readonly StoredOffer[];
  /** What the caller could be shown: the collection that scores are made of. */
  readonly among: readonly StoredOffer[];
}

export interface Found {
  readonly offer: StoredOffer;
  readonly score: number;
  readonly reasons: readonly Reason[];
}

interface SearchResult {
  readonly found: readonly Found[];
  readonly matched: number;
  readonly strategy: Strategy;
}

const MOST_KEPT = 20_000;
const READ_AT_ONCE = 500;

/**
 * Ranks offers by their texts. Texts that were analysed are kept, by what they were made of, so that
 * no contract is parsed for each request anew. Which are kept changes no score.
 */
@Injectable()
export class SearchOffers {
  private shelf = newShelf();

  constructor(
    private readonly repository: CandidatesRepository,
    private readonly semantic: SemanticSearch,
  ) {}

  /** How a query is ranked, as long as nothing is amiss. */
  get strategy(): Strategy {
    return this.semantic.strategy;
  }

  async execute(search: Search): Promise<SearchResult> {
    const { index, slots, versionIds } = await this.shelfWith(search.among);
    const maskFor = (offers: readonly StoredOffer[]) =>
      maskOf(
        offers.flatMap((offer) => slots.get(keyOf(offer)) ?? []),
        index.size,
      );
    const survivors = maskFor(search.eligible);
    const { strategy, channels } = await this.semantic.score({
      query: search.query,
      survivors,
      versionAt: (slot) => versionIds[slot],
    });
    const { hits, matched } = rank(index, {
      query: search.query,
      survivors,
      channels,
      visible: new VisibleTools(index, maskFor(search.among)),
      topK: search.topK,
    });
    const offers = new Map(search.eligible.map((offer) => [offer.tool.tool_id, offer]));
    const found = hits.flatMap(({ tool_id: toolId, score, reasons }) => {
      const offer = offers.get(toolId);
      return offer === undefined ? [] : [{ offer, score, reasons }];
    });
    return { found, matched, strategy };
  }

  /** A shelf that holds all of these; a request that came before goes on with the one it has. */
  private async shelfWith(offers: readonly StoredOffer[]): Promise<Shelf> {
    const missing = offers.filter((offer) => !this.shelf.slots.has(keyOf(offer)));
    const most = Math.max(MOST_KEPT, 2 * offers.length);
    const isFull = this.shelf.index.size + missing.length > most;
    if (isFull) this.shelf = newShelf();
    const { shelf } = this;
    const wanted = isFull ? offers : missing;
    for (let start = 0; start < wanted.length; start += READ_AT_ONCE) {
      const some = wanted.slice(start, start + READ_AT_ONCE);
      const contents = await this.repository.contents(some);
      some.forEach((offer, at) => putOn(shelf, offer, contents[at]));
    }
    return shelf;
  }
}

interface Shelf {
  readonly index: SearchIndex;
  readonly slots: Map<string, number>;
  /** By slot. */
  readonly versionIds: bigint[];
}

const newShelf = (): Shelf => ({
  index: emptySearchIndex(),
  slots: new Map(),
  versionIds: [],
});

/** Contracts never change under their digest, and presentations never under their number. */
const keyOf = ({ tool, version }: StoredOffer): string =>
  `${version.id} ${version.contract_digest} ${tool.presentation_version}`;

/** Another request may have been here meanwhile. */
const putOn = (
  { index, slots, versionIds }: Shelf,
  offer: StoredOffer,
  content: Content | undefined,
): void => {
  const key = keyOf(offer);
  if (content === undefined || slots.has(key)) return;
  const slot = index.add(documentOf(offer.tool.tool_id, content.contract, content));
  slots.set(key, slot);
  versionIds[slot] = offer.version.id;
};
