import { Injectable } from '@nestjs/common';
import { hasExpired, refuseKeeper, type Keeper, type KeeperKey } from '#core/webhooks/keeper.js';
import { KeyRepository } from '../../auth/key.repository.js';
import { Settings } from '../../config/env.js';
import { Transactions } from '../../database/transaction.js';
import { DeliveriesRepository, type Claimed } from './deliveries.repository.js';
import { webhookEntry } from './webhook-entry.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** Who the audit names where a webhook ends by itself. */
const RULE = { subject: 'rule:webhooks', kind: 'rule' } as const;

/**
 * Leaves a receiver alone that is gone, or for which nobody answers any more; what it was not told
 * stays in the trail, in order.
 */
@Injectable()
export class GiveUp {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly transactions: Transactions,
    private readonly keys: KeyRepository,
    private readonly settings: Settings,
  ) {}

  /** Why a webhook may be told nothing more, as of now; null where it may. */
  async reasonOf(webhook: Claimed): Promise<string | null> {
    return refuseKeeper(await this.keeperOf(webhook), webhook.namespaces, new Date());
  }

  /** `error` is null where the receiver is not to blame. */
  async execute(claimed: Claimed, why: string, error: string | null): Promise<void> {
    await this.transactions.runAsService(async (tx) => {
      const webhook = await this.webhooks.lock(tx, claimed.id);
      if (webhook === null || webhook.claim !== claimed.claim || webhook.suspended) return;
      if (error !== null) await this.deliveries.noteFailure(tx, claimed.id, error);
      await this.webhooks.suspend(tx, webhook.id, RULE.subject, why, new Date());
      const by = { actor: RULE, request_id: 'webhooks', reason: why };
      await this.webhooks.audit(tx, webhookEntry('webhook.suspended', webhook, by));
    });
  }

  private async keeperOf(webhook: Claimed): Promise<Keeper> {
    const { key_id: keyId, issuer } = webhook;
    if (issuer !== null) {
      const isConfigured = this.settings.oidcIssuers.some((known) => known.issuer === issuer);
      return { by: 'issuer', isConfigured };
    }
    if (keyId === null) return { by: 'nobody' };
    return { by: 'key', key: await this.keyFor(webhook, keyId) };
  }

  /** A key that was rotated answers until it ends, for what it made meanwhile too; then its successor does. */
  private async keyFor(webhook: Claimed, keyId: string): Promise<KeeperKey | null> {
    const key = await this.keyOf(keyId);
    if (key === null || !hasExpired(key, new Date())) return key;
    const successor = await this.deliveries.successorOf(keyId);
    if (successor === null) return key;
    await this.deliveries.handOver(webhook, keyId, successor);
    return this.keyOf(successor);
  }

  private async keyOf(id: string): Promise<KeeperKey | null> {
    const key = await this.keys.find(id);
    return key === null ? null : { ...key, grant: key.caller.grant };
  }
}
