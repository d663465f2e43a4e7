import { Injectable } from '@nestjs/common';
import { Transactions } from '../../database/transaction.js';
import { DeliveriesRepository, type Claimed } from './deliveries.repository.js';
import { webhookEntry } from './webhook-entry.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** Who the audit names where a receiver took nothing for too long. */
const RULE = { subject: 'rule:webhooks', kind: 'rule' } as const;

/** Leaves a receiver alone that is gone; what it was not told stays in the trail, in order. */
@Injectable()
export class GiveUp {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly transactions: Transactions,
  ) {}

  async execute(claimed: Claimed, why: string, error: string): Promise<void> {
    await this.transactions.runAsService(async (tx) => {
      const webhook = await this.webhooks.lock(tx, claimed.id);
      if (webhook === null || webhook.claim !== claimed.claim || webhook.suspended) return;
      await this.deliveries.noteFailure(tx, claimed.id, error);
      await this.webhooks.suspend(tx, webhook.id, RULE.subject, why, new Date());
      const by = { actor: RULE, request_id: 'webhooks', reason: why };
      await this.webhooks.audit(tx, webhookEntry('webhook.suspended', webhook, by));
    });
  }
}
