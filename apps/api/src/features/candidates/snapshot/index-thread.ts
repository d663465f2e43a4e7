import { Worker } from 'node:worker_threads';
import type { FrozenIndex } from '#core/search/frozen-index.js';
import { buffersOf, type Answer, type Request } from './index-messages.js';
import type { IndexedTexts } from './indexed-texts.js';

const ENTRY = new URL('./index-worker.js', import.meta.url);
/** What is parsed is soon forgotten; collected seldom, it costs least. */
const YOUNG_MB = 32;

/**
 * Makes the search index of a large catalog in a thread of its own: that takes seconds, in which the
 * one that answers requests should not be kept. It is asked one thing at a time.
 */
export class IndexThread {
  private readonly worker: Worker;
  private isOver = false;

  constructor(entry: URL = ENTRY) {
    this.worker = new Worker(entry, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    this.worker.unref();
    // Whoever waits for an answer hears of it as well; unheard, it would end the process.
    this.worker.on('error', () => undefined);
    this.worker.on('exit', () => (this.isOver = true));
  }

  /** Resolves when they are in the index; their slots are above those that it has. */
  async add(texts: IndexedTexts): Promise<void> {
    await this.ask(texts, buffersOf(texts));
  }

  /** All that was added. */
  async freeze(): Promise<FrozenIndex> {
    const index = await this.ask('freeze', []);
    if (index === null) throw new Error('the thread answers without an index');
    return index;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private ask(request: Request, moved: ArrayBuffer[]): Promise<Answer> {
    if (this.isOver) return Promise.reject(new Error('the thread has ended'));
    const { worker } = this;
    return new Promise((resolve, reject) => {
      const answered = (answer: Answer): void => settle(() => resolve(answer));
      const failed = (error: Error): void => settle(() => reject(error));
      const ended = (): void => failed(new Error('the thread has ended'));
      const settle = (end: () => void): void => {
        worker.off('message', answered).off('error', failed).off('exit', ended);
        end();
      };
      worker.on('message', answered).on('error', failed).on('exit', ended);
      worker.postMessage(request, moved);
    });
  }
}
