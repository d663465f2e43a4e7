import { Inject, Injectable } from '@nestjs/common';
import { countBits, forEachBit, type Mask } from '#core/bits/mask.js';
import type { Channel } from '#core/search/fuse.js';
import type { VectorTable } from '#core/search/vector-table.js';
import { Log } from '../config/log.js';
import { Settings } from '../config/env.js';
import { SharedTurn } from '../event-loop/turns.js';
import { EMBEDDER, EmbeddingFailed, type Embedder } from './embedder.js';
import { QueryVectors } from './query-vectors.js';
import { StoredVectors } from './stored-vectors.js';

/** How tools were ranked: by words; by words and meaning; by words for want of meaning. */
export const STRATEGIES = ['lexical', 'hybrid', 'lexical-degraded'] as const;

export type Strategy = (typeof STRATEGIES)[number];

export interface SemanticRequest {
  readonly query: string;
  /** The slots that may be answered; of others nothing is said. */
  readonly survivors: Mask;
  /** The version in a slot. */
  readonly versionAt: (slot: number) => bigint | undefined;
}

export interface SemanticScores {
  readonly strategy: Strategy;
  /** For `rank`. */
  readonly channels: readonly Channel[];
}

export const LEXICAL: SemanticScores = { strategy: 'lexical', channels: [] };
const DEGRADED: SemanticScores = { strategy: 'lexical-degraded', channels: [] };

/** So many multiplications, for all queries together, take a few milliseconds: others' turn then. */
const PRODUCTS_AT_ONCE = 4_000_000;
/** With fewer known, the others would fall behind for want of a vector, and not of meaning. */
const LEAST_SHARE_KNOWN = 0.9;
/** A text below this share of the best cosine is not near the query, only less far than others. */
const NEAR = 0.5;

/** What the meaning of a query adds to ranking by its words. */
@Injectable()
export class SemanticSearch {
  private readonly queries: QueryVectors | undefined;
  private isDegraded = false;
  private readonly turn = new SharedTurn(PRODUCTS_AT_ONCE);

  constructor(
    @Inject(EMBEDDER) embedder: Embedder | null,
    private readonly vectors: StoredVectors,
    private readonly settings: Settings,
    private readonly log: Log,
  ) {
    this.queries = embedder === null ? undefined : new QueryVectors(embedder);
  }

  /** How queries are ranked here, as long as nothing is amiss. */
  get strategy(): Strategy {
    return this.queries === undefined ? 'lexical' : 'hybrid';
  }

  /** Never rejects for want of an encoder: then words alone have to do. */
  async score(request: SemanticRequest): Promise<SemanticScores> {
    if (this.queries === undefined) return LEXICAL;
    try {
      const vector = await this.queries.of(request.query);
      const scores = await this.similarities(vector, request);
      this.report(null);
      if (scores === null) return DEGRADED;
      return { strategy: 'hybrid', channels: [{ scores, weight: this.weight }] };
    } catch (error) {
      if (!(error instanceof EmbeddingFailed)) throw error;
      this.report(error.message);
      return DEGRADED;
    }
  }

  private get weight(): number {
    return this.settings.semantic?.weight ?? 0;
  }

  /** By slot; null where too few of the survivors have a vector. */
  private async similarities(
    query: Float32Array,
    request: SemanticRequest,
  ): Promise<Float32Array | null> {
    const { survivors } = request;
    const table = this.vectors.current;
    const count = countBits(survivors);
    if (table === undefined) return count === 0 ? new Float32Array(0) : null;
    if (query.length !== table.dimensions) {
      this.queries?.forget(request.query);
      throw new EmbeddingFailed(
        `a query has ${query.length} dimensions, and tools have ${table.dimensions}`,
      );
    }
    const scores = new Float32Array(survivors.length * 32);
    const known = await this.scoreInTurns(scores, query, table, request);
    if (known < count * LEAST_SHARE_KNOWN) return null;
    keepNear(scores);
    return scores;
  }

  /** How many of the slots have a vector. */
  private async scoreInTurns(
    scores: Float32Array,
    query: Float32Array,
    table: VectorTable,
    { survivors, versionAt }: SemanticRequest,
  ): Promise<number> {
    const wordsAtOnce = Math.max(1, Math.floor(PRODUCTS_AT_ONCE / query.length / 32));
    let known = 0;
    for (let word = 0; word < survivors.length; word += wordsAtOnce) {
      const slice = survivors.subarray(word, word + wordsAtOnce);
      await this.turn.admit(countBits(slice) * query.length);
      forEachBit(slice, (bit) => {
        const slot = word * 32 + bit;
        const id = versionAt(slot);
        const similarity = id === undefined ? null : table.similarity(query, Number(id));
        if (similarity === null) return;
        known += 1;
        scores[slot] = Math.max(0, similarity);
      });
    }
    return known;
  }

  /** Once for each time that it changes. */
  private report(reason: string | null): void {
    if (this.isDegraded === (reason !== null)) return;
    this.isDegraded = reason !== null;
    if (reason === null) this.log.info('queries are ranked by meaning again');
    else this.log.warn({ reason }, 'queries are ranked by words alone');
  }
}

const keepNear = (scores: Float32Array): void => {
  const floor = NEAR * scores.reduce((best, score) => Math.max(best, score), 0);
  scores.forEach((score, slot) => {
    if (score < floor) scores[slot] = 0;
  });
};
