import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Log } from '../../config/log.js';
import { Database } from '../../database/database.js';
import type { Step } from '../../tracing/trace.js';
import { Tracing } from '../../tracing/tracing.js';
import { DeliverEvents } from './deliver-events.js';
import { DeliveriesRepository, type Claimed } from './deliveries.repository.js';

/** Webhooks that this replica works for at a time. */
const WORKERS = 4;
const POLL_MS = 1_000;

/** Looks for webhooks that are owed something; each is worked for by one replica at a time. */
@Injectable()
export class WebhookWorkers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stop = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private isFailing = false;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly deliverEvents: DeliverEvents,
    private readonly database: Database,
    private readonly log: Log,
    private readonly tracing: Tracing,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), POLL_MS);
    this.timer.unref();
    // What was taken is still written down, and what was claimed given back.
    this.database.beforeClosing(async () => {
      await Promise.allSettled(this.running);
    });
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.stop.abort();
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      while (this.running.size < WORKERS && !this.stop.signal.aborted) {
        const webhook = await this.deliveries.claim(randomUUID());
        if (webhook === null) break;
        this.start(
          this.tracing.whole(stepFor(webhook), () =>
            this.deliverEvents.execute(webhook, this.stop.signal),
          ),
        );
      }
      this.isFailing = false;
    } catch (error) {
      this.report(error);
    } finally {
      this.isLooking = false;
    }
  }

  private start(work: Promise<void>): void {
    const settled: Promise<void> = work.then(
      () => this.end(settled, true),
      (error: unknown) => {
        this.report(error);
        // It would be claimed again at once, and fail again: the next look is by the timer.
        this.end(settled, false);
      },
    );
    this.running.add(settled);
  }

  private end(work: Promise<void>, looksOn: boolean): void {
    this.running.delete(work);
    if (looksOn && !this.stop.signal.aborted) void this.look();
  }

  private report(error: unknown): void {
    if (!this.isFailing) this.log.warn({ reason: String(error) }, 'webhooks could not be served');
    this.isFailing = true;
  }
}

/** By its id: where it leads may be a secret. */
const stepFor = ({ id }: Claimed): Step => ({
  name: 'webhook turn',
  facts: { 'quartermaster.webhook.id': id },
});
