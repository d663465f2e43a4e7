import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/env.js';
import { Log } from '../../config/log.js';
import { Database } from '../../database/database.js';
import { CheckpointKey, type SigningKey } from './checkpoint-key.js';
import { MakeCheckpoint } from './make-checkpoint.js';

const LOOK_EVERY_MS = 60_000;

/**
 * Signs the trail again and again. Replicas need not agree on who does it: where the trail has not
 * moved there is nothing to sign, and two that sign the same event with one key make one checkpoint.
 */
@Injectable()
export class KeepCheckpoints {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly key: CheckpointKey,
    private readonly make: MakeCheckpoint,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Throws StartFailure where the key that is configured cannot be used. */
  async start(): Promise<void> {
    const key = await this.key.get();
    if (key === null) this.log.info('QM_AUDIT_SIGNING_KEY is not set: no audit checkpoints');
    const everyMs = this.settings.auditCheckpointMinutes * 60_000;
    if (key === null || everyMs === 0) return;
    const look = (): void => {
      // Following a long trail may take longer than until the next look, which then is one too many.
      this.looking ??= this.sign(key, everyMs).finally(() => (this.looking = undefined));
    };
    this.timer = setInterval(look, LOOK_EVERY_MS);
    this.timer.unref();
    this.database.beforeClosing(async () => {
      clearInterval(this.timer);
      await this.looking;
    });
    look();
  }

  private async sign(key: SigningKey, everyMs: number): Promise<void> {
    try {
      await this.make.ifDue(key, everyMs);
    } catch (error) {
      this.log.error({ err: error }, 'the audit trail was not signed');
    }
  }
}
