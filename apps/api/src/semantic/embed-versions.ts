import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { documentOf } from '#core/search/document-of.js';
import { embeddedText } from '#core/search/embedded-text.js';
import { Log } from '../config/log.js';
import { EMBEDDER, EmbeddingFailed, type Embedder } from './embedder.js';
import { StoredVectors } from './stored-vectors.js';
import { VectorsRepository, type Made, type Wanted } from './vectors.repository.js';

const IDLE_MS = 1_000;
const MOST_IDLE_MS = 60_000;
/** What was dropped, here or elsewhere, is looked for even if nothing happens. */
const MOST_LOOK_AGAIN_MS = 30_000;
const LEAST_LOOK_AGAIN_MS = 1_000;

/**
 * Embeds in the background whatever has no vector of what it says now: versions that are registered,
 * tools whose presentation changes, all of them once the model is another one.
 */
@Injectable()
export class EmbedVersions implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private doneUntil: bigint | undefined;
  private lookedAt = -Infinity;
  private failures = 0;
  /** Shorter while some of what was asked for is still to come. */
  private lookAgainMs = MOST_LOOK_AGAIN_MS;

  constructor(
    @Inject(EMBEDDER) private readonly embedder: Embedder | null,
    private readonly repository: VectorsRepository,
    private readonly vectors: StoredVectors,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    if (this.embedder !== null) this.work = this.run(this.embedder);
  }

  /** Before the database is closed. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.embedder?.close();
    await this.work;
  }

  private async run(embedder: Embedder): Promise<void> {
    while (!this.stop.signal.aborted) {
      const isMore = await this.turn(embedder);
      if (!isMore) await this.pause();
    }
  }

  /** Whether there is more to do at once. */
  private async turn(embedder: Embedder): Promise<boolean> {
    try {
      await this.vectors.refresh(embedder.space);
      const isMore = await this.embedSome(embedder);
      if (this.failures > 0) this.log.info('embedding goes on');
      this.failures = 0;
      return isMore;
    } catch (error) {
      if (this.failures === 0) {
        const reason = error instanceof Error ? error.message : String(error);
        this.log.warn({ reason }, 'texts of tools could not be embedded');
      }
      this.failures += 1;
      return false;
    }
  }

  private async embedSome(embedder: Embedder): Promise<boolean> {
    const { space, batch } = embedder;
    const event = await this.repository.lastEvent();
    const isDue = performance.now() - this.lookedAt > this.lookAgainMs;
    if (event === this.doneUntil && !isDue) return false;
    const wanted = await this.repository.claim(space, batch);
    if (wanted.length === 0) {
      this.doneUntil = event;
      this.lookedAt = performance.now();
      this.lookAgainMs = Math.min(this.lookAgainMs * 2, MOST_LOOK_AGAIN_MS);
      return false;
    }
    await this.embed(embedder, wanted);
    return true;
  }

  private async embed(embedder: Embedder, wanted: readonly Wanted[]): Promise<void> {
    const { space } = embedder;
    const read = wanted.map((version) => ({ version, ...textOf(version) }));
    const changed = read.filter(({ version, digest }) => version.text_digest !== digest);
    try {
      const vectors =
        changed.length === 0 ? [] : await embedder.embedDocuments(changed.map(({ text }) => text));
      const vectorOf = new Map(changed.map(({ version }, at) => [version, vectors[at] ?? null]));
      const made = read.flatMap(({ version, digest }): Made[] => {
        const vector = vectorOf.get(version);
        if (vector === null) return [];
        return [{ ...version, text_digest: digest, vector: vector ?? null }];
      });
      await this.repository.store(space, made);
      const unanswered = read.filter(({ version }) => vectorOf.get(version) === null);
      if (unanswered.length > 0) {
        this.lookAgainMs = LEAST_LOOK_AGAIN_MS;
        await this.repository.putOff(
          space,
          unanswered.map(({ version }) => version.id),
        );
      }
      this.vectors.take(
        made.flatMap(({ id, vector }) => (vector === null ? [] : [{ id, vector }])),
      );
    } catch (error) {
      if (error instanceof EmbeddingFailed) {
        await this.repository.release(
          space,
          wanted.map(({ id }) => id),
        );
      }
      throw error;
    }
  }

  private async pause(): Promise<void> {
    const ms = Math.min(IDLE_MS * 2 ** this.failures, MOST_IDLE_MS);
    await sleep(ms, undefined, { signal: this.stop.signal, ref: false }).catch(() => undefined);
  }
}

const textOf = ({ tool_id: toolId, contract, presentation }: Wanted) => {
  const text = embeddedText(documentOf(toolId, contract, presentation));
  return { text, digest: createHash('sha256').update(text).digest('hex') };
};
