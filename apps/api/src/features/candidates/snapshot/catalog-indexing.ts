import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../../../config/log.js';
import { IndexThread } from './index-thread.js';
import type { LoadedCatalog } from './loaded-catalog.js';

/** Makes the search indexes of catalogs, while others are answered. */
export class CatalogIndexing {
  private readonly threads = new Set<IndexThread>();
  private background: Promise<void> | undefined;
  private renewal: Promise<void> | undefined;
  /** No other thread is tried after one that was lost. */
  private isLost = false;

  constructor(
    private readonly log: Log,
    private readonly newThread = () => new IndexThread(),
  ) {}

  /** Resolves when the index that is being made in the background is ready, or cannot be made. */
  async done(): Promise<void> {
    await this.background;
  }

  /** Resolves when everything in the catalog can be searched, or it is no longer wanted. */
  async complete(catalog: LoadedCatalog, isWanted: () => boolean): Promise<void> {
    if (catalog.isFarBehind && !this.isLost && isWanted()) {
      await this.makeElsewhere(catalog, isWanted);
    }
    while (!catalog.isIndexed && isWanted()) {
      catalog.indexSome();
      await nextTurn();
    }
    if (isWanted()) catalog.settle();
  }

  /** Completes the index of the catalog that `current` tells, as often as there is another one. */
  completeInBackground(current: () => LoadedCatalog | undefined, onReady: () => void): void {
    const catalog = current();
    if (catalog === undefined) return;
    const isWanted = () => current() === catalog;
    if (catalog.isIndexed) {
      if (!catalog.isWorthAThread || this.isLost) return;
      // What grew with many changes is made anew as what is read fast and takes little room.
      this.renewal ??= this.makeElsewhere(catalog, isWanted).then(() => {
        this.renewal = undefined;
        // What came meanwhile is not in it.
        this.completeInBackground(current, onReady);
      });
      return;
    }
    this.background ??= this.complete(catalog, isWanted).then(
      () => {
        this.background = undefined;
        onReady();
        this.completeInBackground(current, onReady);
      },
      // Queries are answered by the database until a change mends what nothing else would.
      (error: unknown) => {
        this.background = undefined;
        this.log.error({ err: error }, 'the candidates could not be indexed');
      },
    );
  }

  /** Whatever is being made is for nobody. */
  async end(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  /** A thread that is lost leaves it to this one, which takes longer. */
  private async makeElsewhere(catalog: LoadedCatalog, isWanted: () => boolean): Promise<void> {
    let thread: IndexThread | undefined;
    try {
      thread = this.newThread();
      this.threads.add(thread);
      await catalog.indexIn(thread, isWanted);
    } catch (error) {
      if (isWanted()) {
        this.isLost = true;
        this.log.warn({ reason: String(error) }, 'the thread that indexes candidates was lost');
      }
    } finally {
      // Nobody waits for its end: what came meanwhile is to be searched first.
      if (thread !== undefined) void this.dismiss(thread);
    }
  }

  private async dismiss(thread: IndexThread): Promise<void> {
    await thread.end();
    this.threads.delete(thread);
  }
}
