import { Injectable } from '@nestjs/common';
import { Log } from '../../config/log.js';
import { Database } from '../../database/database.js';
import { AuditRepository } from './audit.repository.js';

const LOOK_EVERY_MS = 10 * 60_000;

/**
 * Sees to it that a partition of the trail is there before its first event is. Where that fails for
 * hours, events go to the partition for the rest, and no command fails.
 */
@Injectable()
export class KeepPartitions {
  constructor(
    private readonly events: AuditRepository,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  start(): void {
    const look = (): void => {
      this.events.makePartitionsAhead().catch((error: unknown) => {
        this.log.warn({ err: error }, 'no audit partition could be made ahead');
      });
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    timer.unref();
    this.database.beforeClosing(() => {
      clearInterval(timer);
      return Promise.resolve();
    });
    look();
  }
}
