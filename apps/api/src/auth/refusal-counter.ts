import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Log } from '../config/log.js';
import type { AuditEntry } from '../database/audit-trail.js';
import { Database } from '../database/database.js';
import type { Caller } from './caller.js';
import { RefusalRepository } from './refusal.repository.js';
import { actorOf } from './request-context.js';

interface Count {
  readonly caller: Caller;
  readonly code: string;
  readonly since: Date;
  times: number;
}

const FLUSH_EVERY_MS = 60_000;
/** Somebody who tries every code with every key must not fill the memory. */
const MOST_COUNTS = 10_000;

/**
 * Counts the refusals of permission by key and code, and writes each count as one event a minute:
 * an auditor sees that somebody tried, and whoever tries cannot slow the commands down.
 */
@Injectable()
export class RefusalCounter implements OnModuleInit {
  private counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly refusals: RefusalRepository,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.timer.unref();
    // Nest's hooks come too early, while requests are still answered, or in no order that lasts.
    this.database.beforeClosing(async () => {
      clearInterval(this.timer);
      await this.flush();
    });
  }

  note(request: FastifyRequest, reply: FastifyReply): void {
    const { caller, refusedWith: code } = request;
    if (reply.statusCode !== 403 || caller === undefined || code === undefined) return;
    const key = `${caller.keyId} ${code}`;
    const count = this.counts.get(key);
    if (count !== undefined) count.times += 1;
    else if (this.counts.size < MOST_COUNTS) {
      this.counts.set(key, { caller, code, since: new Date(), times: 1 });
    }
  }

  /** Writes what was counted; what cannot be written now is kept for the next time. */
  async flush(): Promise<void> {
    const counts = this.counts;
    if (counts.size === 0) return;
    this.counts = new Map();
    try {
      await this.refusals.write([...counts.values()].map(entryOf));
    } catch (error) {
      this.log.warn({ err: error }, 'refusals could not be written');
      for (const [key, count] of counts) this.merge(key, count);
    }
  }

  private merge(key: string, count: Count): void {
    const newer = this.counts.get(key);
    this.counts.set(key, { ...count, times: count.times + (newer?.times ?? 0) });
  }
}

const entryOf = ({ caller, code, since, times }: Count): AuditEntry => ({
  actor: actorOf({ caller }),
  action: 'access.refused',
  request_id: 'counted',
  detail: { code, times, since: since.toISOString() },
});
