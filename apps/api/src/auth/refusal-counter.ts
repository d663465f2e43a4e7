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
  readonly times: number;
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
  private flushing: Promise<void> = Promise.resolve();

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

  note({ caller, refusedWith: code }: FastifyRequest, { statusCode }: FastifyReply): void {
    if (statusCode === 403 && caller !== undefined && code !== undefined) this.count(caller, code);
  }

  count(caller: Caller, code: string): void {
    this.add({ caller, code, since: new Date(), times: 1 });
  }

  /**
   * Writes what was counted; what cannot be written now is kept for the next time. One at a time, so
   * that the last one, before the database is left, has waited for all before it.
   */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  private async write(): Promise<void> {
    const counts = this.counts;
    if (counts.size === 0) return;
    this.counts = new Map();
    try {
      await this.refusals.write([...counts.values()].map(entryOf));
    } catch (error) {
      this.log.warn({ err: error }, 'refusals could not be written');
      for (const count of counts.values()) this.add(count);
    }
  }

  /** However long the database is away, no more than `MOST_COUNTS` wait for it. */
  private add(count: Count): void {
    // The tokens of one pipeline have one id, whoever is behind each of them.
    const key = `${count.caller.keyId} ${count.code} ${count.caller.onBehalfOf ?? ''}`;
    const known = this.counts.get(key);
    if (known === undefined && this.counts.size >= MOST_COUNTS) return;
    const since = known !== undefined && known.since < count.since ? known.since : count.since;
    this.counts.set(key, { ...count, since, times: count.times + (known?.times ?? 0) });
  }
}

const entryOf = ({ caller, code, since, times }: Count): AuditEntry => ({
  actor: actorOf({ caller }),
  action: 'access.refused',
  request_id: 'counted',
  detail: { code, times, since: since.toISOString() },
});
