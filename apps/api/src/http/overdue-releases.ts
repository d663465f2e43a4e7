import { performance } from 'node:perf_hooks';
import { CLAIM_LASTS_MS, type AnswerKey } from './idempotent-answers.repository.js';

/** More claims than that wait out their time, as after a crash. */
const MOST = 1_000;

interface Releasing {
  release(key: AnswerKey): Promise<void>;
}

/**
 * Claims that could not be taken back while the database was away: their requests were answered with
 * a 503 and may be tried again as soon as it is there, not only when the claim has run out.
 */
export class OverdueReleases {
  private entries: { readonly key: AnswerKey; readonly until: number }[] = [];

  constructor(private readonly now: () => number = () => performance.now()) {}

  add(key: AnswerKey): void {
    if (this.entries.length < MOST)
      this.entries.push({ key, until: this.now() + CLAIM_LASTS_MS / 2 });
  }

  /** Throws what the database throws, and keeps what is left for the next time. */
  async release(answers: Releasing): Promise<void> {
    for (let entry = this.entries.shift(); entry !== undefined; entry = this.entries.shift()) {
      // Past its time another request may hold the claim, which is not ours to take back.
      if (entry.until < this.now()) continue;
      try {
        await answers.release(entry.key);
      } catch (error) {
        this.entries.push(entry);
        throw error;
      }
    }
  }
}
