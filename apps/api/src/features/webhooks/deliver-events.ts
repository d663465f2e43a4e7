import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { decideDelivery, type DeliveryDecision } from '#core/webhooks/decide-delivery.js';
import { isWanted } from '#core/webhooks/webhook-faults.js';
import { Meters } from '../../metrics/meters.js';
import { ReadTrail, type LoggedEvent, type LogPosition } from '../events/read-trail.js';
import { DeliveriesRepository, type Claimed } from './deliveries.repository.js';
import { GiveUp } from './give-up.js';
import { messageOf } from './message.js';
import { Receivers, type Outcome } from './receivers.js';

/** Sent again before the next event has its turn. */
const DEAD_LETTERS_OF_A_TURN = 20;

/**
 * Delivers what one webhook is owed, in the order of the trail: each event is sent until it was taken
 * or given up, and only then the next one. What was taken is written down before the next is sent, so
 * that a process that dies repeats one message at most.
 */
@Injectable()
export class DeliverEvents {
  /** After so long the worker is the next webhook's, however much is left and however slow its receiver. */
  turnMs = 15_000;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly trail: ReadTrail,
    private readonly receivers: Receivers,
    private readonly giveUp: GiveUp,
    private readonly meters: Meters,
  ) {}

  /** Until there is nothing more to deliver now, its turn is over, the claim is lost, or `stop` says so. */
  async execute(webhook: Claimed, stop: AbortSignal): Promise<void> {
    try {
      if (!(await this.isAnsweredFor(webhook))) return;
      await this.redeliver(webhook, stop);
      if (webhook.isDue) await this.deliverAll(webhook, stop);
    } finally {
      await this.deliveries.release(webhook);
    }
  }

  private async deliverAll(webhook: Claimed, stop: AbortSignal): Promise<void> {
    const end = performance.now() + this.turnMs;
    let position = await this.startOf(webhook);
    let { attempts } = webhook;
    let failingMs = Number(webhook.failing_ms);
    while (!stop.aborted) {
      const page = await this.trail.after(position, webhook.namespaces);
      for (const event of page.events.filter(({ action }) => isWanted(webhook.actions, action))) {
        const next = await this.deliver(
          { webhook, event, attempts: attempts + 1, failingMs },
          stop,
        );
        if (next === 'stop' || stop.aborted || performance.now() > end) return;
        if (next === 'delivered') failingMs = 0;
        attempts = 0;
      }
      if (page.reached.seq === position.seq) return;
      position = page.reached;
      const skipped = { position, delivered: false };
      if (!(await this.deliveries.advance(webhook, skipped)) || performance.now() > end) return;
    }
  }

  /** In a restored database the same numbers may be other events: some of them are then sent twice. */
  private async startOf(webhook: Claimed): Promise<LogPosition> {
    const position = { seq: Number(webhook.position_seq), hash: webhook.position_hash };
    const { follows } = await this.trail.after(position, []);
    return follows ? position : this.trail.before(webhook.last_delivered_at ?? webhook.created_at);
  }

  private async deliver(
    tried: Tried,
    stop: AbortSignal,
  ): Promise<'delivered' | 'given-up' | 'stop'> {
    const { webhook, event, attempts, failingMs } = tried;
    if (!(await this.isAnsweredFor(webhook))) return 'stop';
    const outcome = await this.send(webhook, event, stop);
    // Cut off by ourselves: nothing is known of the receiver.
    if (stop.aborted && outcome.attempt !== 'delivered') return 'stop';
    const facts = { attempts, failingMs, random: Math.random() };
    const goesOn = await this.settle(tried, outcome, decideDelivery(outcome.attempt, facts));
    if (!goesOn) return 'stop';
    return outcome.attempt === 'delivered' ? 'delivered' : 'given-up';
  }

  /** Writes down what came of an attempt; false where this worker has nothing more to do. */
  private async settle(
    { webhook, event, attempts }: Tried,
    { error }: Outcome,
    decision: DeliveryDecision,
  ): Promise<boolean> {
    this.count(decision.next);
    switch (decision.next) {
      case 'go-on':
        return this.deliveries.advance(webhook, {
          position: { seq: event.seq, hash: event.hash },
          delivered: true,
        });
      case 'dead-letter':
        return this.deliveries.bury(webhook, { event, attempts, error });
      case 'retry':
        await this.deliveries.postpone(webhook, error, decision.afterMs);
        return false;
      case 'suspend':
        await this.giveUp.execute(webhook, decision.why, error);
        return false;
    }
  }

  private async redeliver(webhook: Claimed, stop: AbortSignal): Promise<void> {
    for (const letter of await this.deliveries.dueDeadLetters(webhook.id, DEAD_LETTERS_OF_A_TURN)) {
      if (stop.aborted || !(await this.deliveries.renew(webhook))) return;
      if (!(await this.isAnsweredFor(webhook))) return;
      const event = { ...letter, seq: Number(letter.seq) };
      const { attempt, error } = await this.send(webhook, event, stop);
      if (attempt === 'delivered') await this.deliveries.forget(letter.id);
      else if (!stop.aborted) await this.deliveries.buryAgain(webhook, letter.id, error);
    }
  }

  /** Judged before each message, so that nothing is told that happened after a key was revoked. */
  private async isAnsweredFor(webhook: Claimed): Promise<boolean> {
    const why = await this.giveUp.reasonOf(webhook);
    if (why !== null) await this.giveUp.execute(webhook, why, null);
    return why === null;
  }

  private send(webhook: Claimed, event: LoggedEvent, stop: AbortSignal): Promise<Outcome> {
    const now = new Date();
    return this.receivers.send(webhook.url, messageOf(event, secretsOf(webhook, now), now), stop);
  }

  private count(next: DeliveryDecision['next']): void {
    this.meters.webhookDeliveries.at(OUTCOME[next]).add();
  }
}

interface Tried {
  readonly webhook: Claimed;
  readonly event: LoggedEvent;
  readonly attempts: number;
  readonly failingMs: number;
}

const OUTCOME = {
  'go-on': 'delivered',
  retry: 'failed',
  suspend: 'failed',
  'dead-letter': 'given-up',
} as const satisfies Record<DeliveryDecision['next'], string>;

const secretsOf = (webhook: Claimed, now: Date): string[] => {
  const { secret, former_secret: former, former_secret_until: until } = webhook;
  return former !== null && until !== null && until > now ? [secret, former] : [secret];
};
