import { Injectable } from '@nestjs/common';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import { Transactions, type Tx } from '../../database/transaction.js';
import { notFound } from '../../http/problem.js';
import { FindWebhook } from './find-webhook.js';
import { keptBy } from './kept-by.js';
import { makeSecret } from './message.js';
import { webhookEntry } from './webhook-entry.js';
import type { WebhookSuspensionBody } from './webhooks.bodies.js';
import { WebhooksRepository, type DeadLetter, type Webhook } from './webhooks.repository.js';

/** As long as receivers have to take the new secret in. */
const FORMER_SECRET_MS = 24 * 3_600_000;

/** What an admin does with a webhook that is there. */
@Injectable()
export class ChangeWebhook {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly finder: FindWebhook,
    private readonly transactions: Transactions,
  ) {}

  /** What was under way may still arrive. */
  async delete(id: string, context: RequestContext): Promise<void> {
    await this.command(id, context, 'webhook.deleted', async (tx) => {
      await this.webhooks.delete(tx, id);
    });
  }

  /** A new secret; for a day the former one signs as well. */
  rotate(id: string, context: RequestContext): Promise<Webhook> {
    const until = new Date(Date.now() + FORMER_SECRET_MS);
    return this.command(id, context, 'webhook.secret-changed', (tx, webhook) =>
      this.webhooks.changeSecret(tx, webhook, makeSecret(), until),
    );
  }

  /**
   * Resumed, it goes on where it was left; what happened meanwhile comes in order. Whoever resumes it
   * answers for it from then on.
   */
  async setSuspension(
    id: string,
    { suspended, reason }: WebhookSuspensionBody,
    context: RequestContext,
  ): Promise<Webhook> {
    const at = new Date();
    const action = suspended ? 'webhook.suspended' : 'webhook.resumed';
    const work = (tx: Tx, webhook: Webhook): Promise<Webhook> => {
      if (webhook.suspended === suspended) return Promise.resolve(webhook);
      return suspended
        ? this.webhooks.suspend(tx, id, context.caller.subject, reason, at)
        : this.webhooks.resume(tx, id, keptBy(context.caller), at);
    };
    return this.command(id, context, action, work, reason);
  }

  /** Sends a dead letter once more, out of turn. */
  redeliver(id: string, deadLetterId: string, context: RequestContext): Promise<DeadLetter> {
    return this.command(id, context, 'webhook.redelivery-asked', async (tx) => {
      const letter = await this.webhooks.makeDue(tx, id, deadLetterId, new Date());
      if (letter === null) throw notFound();
      return letter;
    });
  }

  /** A command that leaves everything as it was is no event. */
  private command<T>(
    id: string,
    context: RequestContext,
    action: `webhook.${string}`,
    work: (tx: Tx, webhook: Webhook) => Promise<T>,
    reason?: string,
  ): Promise<T> {
    return this.transactions.run(async (tx) => {
      const webhook = await this.finder.lock(tx, id, context);
      const result = await work(tx, webhook);
      if (result === webhook) return result;
      await this.webhooks.audit(
        tx,
        webhookEntry(action, webhook, {
          actor: actorOf(context),
          request_id: context.requestId,
          ...(reason === undefined ? {} : { reason }),
        }),
      );
      return result;
    });
  }
}
