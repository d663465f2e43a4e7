import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Settings } from '../../../config/env.js';
import { Log } from '../../../config/log.js';
import { CatalogFence, type CatalogFollower } from '../../../database/catalog-fence.js';
import type { Changes, ReadAsOf } from '../../../database/change-feed.js';
import { isUnavailable } from '../../../database/failure.js';
import { Meters } from '../../../metrics/meters.js';
import { CatalogIndexing } from './catalog-indexing.js';
import { LoadedCatalog } from './loaded-catalog.js';
import type { LoadedTool } from './loaded-tool.js';
import { SnapshotRepository } from './snapshot.repository.js';

/** More changes at once are not worth a request's wait: all is loaded anew, off its path. */
const MOST_CHANGES = 2_000;
const RETRY_MS = 1_000;

interface Loading {
  readonly catalog: LoadedCatalog;
  /** Tools that a change brought newer than the load may. */
  readonly changed: Set<string>;
  /** Resolves when the first attempt has ended, whatever came of it. */
  readonly tried: Promise<void>;
  readonly endTrial: () => void;
}

/**
 * The catalog as this replica holds it. Whoever passed the fence finds it as it was after their
 * request came, or does not find it, while it is loaded, and asks the database or waits.
 */
@Injectable()
export class CandidatesSnapshot
  implements CatalogFollower, OnApplicationBootstrap, OnApplicationShutdown
{
  private catalog: LoadedCatalog | undefined;
  private loading: Loading | undefined;
  private stopped = false;
  private work: Promise<void> = Promise.resolve();
  private readonly indexing: CatalogIndexing;

  constructor(
    private readonly repository: SnapshotRepository,
    private readonly fence: CatalogFence,
    private readonly settings: Settings,
    private readonly log: Log,
    private readonly meters: Meters,
  ) {
    this.indexing = new CatalogIndexing(log);
    fence.follow(this);
  }

  /** Undefined while it is not ready. */
  get current(): LoadedCatalog | undefined {
    return this.catalog;
  }

  /** Resolves when the catalog that is being loaded is there, or could not be loaded. */
  async loaded(): Promise<void> {
    await this.loading?.tried;
  }

  /** Resolves when the index that is being made is ready, or cannot be made. */
  async indexed(): Promise<void> {
    await this.indexing.done();
  }

  onApplicationBootstrap(): void {
    this.tell();
    if (this.settings.snapshot) this.startLoading();
  }

  /** Also waits for what reads the database in the background. */
  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.abandon();
    await this.indexing.end();
    await this.work;
  }

  async prepare({ toolIds }: Changes, read: ReadAsOf): Promise<() => void> {
    if (toolIds.length > MOST_CHANGES) return () => this.forget();
    const isHeld = this.catalog !== undefined || this.loading !== undefined;
    if (!isHeld || toolIds.length === 0) return () => undefined;
    const tools = await this.read(toolIds, read);
    if (tools === null) return () => this.forget();
    const gone = new Set(toolIds);
    for (const { tool_id: toolId } of tools) gone.delete(toolId);
    return () => {
      for (const catalog of [this.catalog, this.loading?.catalog]) {
        gone.forEach((toolId) => catalog?.remove(toolId));
        tools.forEach((tool) => catalog?.put(tool));
      }
      toolIds.forEach((toolId) => this.loading?.changed.add(toolId));
      this.afterChange();
    };
  }

  forget(): void {
    this.catalog = undefined;
    this.abandon();
    this.tell();
    if (this.settings.snapshot) this.startLoading();
  }

  /** Null where what is stored cannot be read: then the database has to say why, to who asks it. */
  private async read(toolIds: readonly string[], read: ReadAsOf): Promise<LoadedTool[] | null> {
    try {
      return await this.repository.some(toolIds, read);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      this.log.error({ err: error }, 'a change of the candidates could not be read');
      return null;
    }
  }

  private afterChange(): void {
    const { catalog } = this;
    if (catalog === undefined) return;
    catalog.indexSome();
    this.indexInBackground();
    this.tell();
    if (catalog.isWorn && this.loading === undefined) this.startLoading();
  }

  /** One load at a time; one that was overtaken ends by itself. */
  private startLoading(): void {
    if (this.stopped) return;
    const loading = newLoading();
    this.loading = loading;
    this.work = this.work.then(() => this.load(loading));
  }

  /** What is being loaded, if anything, is for nobody. */
  private abandon(): void {
    this.loading?.endTrial();
    this.loading = undefined;
  }

  private async load(loading: Loading): Promise<void> {
    while (this.loading === loading) {
      try {
        await this.fill(loading);
        return;
      } catch (error) {
        if (this.stopped || this.loading !== loading) return;
        loading.endTrial();
        this.log.warn({ reason: String(error) }, 'the candidates could not be loaded');
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  private async fill(loading: Loading): Promise<void> {
    const { catalog, changed } = loading;
    const startedAt = performance.now();
    // From here on the fence tells of every change; what is read later may only be newer.
    await this.fence.pass();
    const isWanted = () => this.loading === loading;
    await this.repository.each((tool) => {
      if (!changed.has(tool.tool_id)) catalog.put(tool);
    }, isWanted);
    // The one that is served can be searched, and so must be the one that takes its place.
    if (this.catalog !== undefined) await this.indexing.complete(catalog, isWanted);
    await this.fence.pass();
    if (this.loading !== loading) return;
    this.catalog = catalog;
    this.abandon();
    const ms = Math.round(performance.now() - startedAt);
    this.log.info({ tools: catalog.snapshot.tools.size, ms }, 'candidates loaded');
    this.indexInBackground();
    this.tell();
  }

  /** What is answered from memory now; nothing where nothing ever is. */
  private tell(): void {
    if (!this.settings.snapshot) return;
    const ready = { candidates: this.catalog !== undefined, queries: this.catalog?.isIndexed };
    for (const what of ['candidates', 'queries'] as const) {
      const level = this.meters.snapshotReady.at(what);
      level.add(Number(ready[what] === true) - level.value);
    }
  }

  private indexInBackground(): void {
    const current = () => (this.stopped ? undefined : this.catalog);
    this.indexing.completeInBackground(current, () => {
      this.tell();
      this.log.debug('candidates indexed');
    });
  }
}

const newLoading = (): Loading => {
  let endTrial = (): void => undefined;
  const tried = new Promise<void>((resolve) => (endTrial = resolve));
  return { catalog: new LoadedCatalog(), changed: new Set(), tried, endTrial };
};
