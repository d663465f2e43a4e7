import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ServedTally } from '#core/impact/served-tally.js';
import { Log } from '../../config/log.js';
import { Database } from '../../database/database.js';
import { ImpactRepository } from './impact.repository.js';

const WRITE_EVERY_MS = 10_000;
const FORGET_EVERY_MS = 6 * 3_600_000;
const BATCH = 2_000;

/**
 * Writes what was counted every ten seconds, beside the requests and never in one: a process that is
 * killed loses that much of the counts, and nothing else.
 */
@Injectable()
export class WriteCounts implements OnModuleInit {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private forgotAt = 0;

  constructor(
    private readonly tally: ServedTally,
    private readonly impact: ImpactRepository,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.execute(), WRITE_EVERY_MS);
    this.timer.unref();
    this.database.beforeClosing(async () => {
      clearInterval(this.timer);
      await this.execute();
    });
  }

  /** One writing at a time, however long it takes; never throws. */
  execute(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    const counts = this.tally.take();
    let written = 0;
    try {
      for (; written < counts.length; written += BATCH) {
        await this.impact.add(counts.slice(written, written + BATCH));
      }
      await this.forget();
    } catch (error) {
      this.tally.giveBack(counts.slice(written));
      this.log.warn({ err: error }, 'what was handed out could not be counted');
    }
  }

  private async forget(): Promise<void> {
    const now = new Date();
    if (now.getTime() - this.forgotAt < FORGET_EVERY_MS) return;
    this.forgotAt = now.getTime();
    await this.impact.forgetOld(now);
  }
}
