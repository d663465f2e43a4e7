import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { namespacesFor } from '#core/policy/grant.js';
import { isEvery } from '#core/policy/scope.js';
import { webhookFaults } from '#core/webhooks/webhook-faults.js';
import { actorOf, type RequestContext } from '../../auth/request-context.js';
import { Transactions, type Tx } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { ReadTrail } from '../events/read-trail.js';
import { makeSecret } from './message.js';
import { keptBy } from './kept-by.js';
import { Receivers } from './receivers.js';
import { webhookEntry } from './webhook-entry.js';
import type { NewWebhookBody } from './webhooks.bodies.js';
import { WebhooksRepository, type Webhook } from './webhooks.repository.js';

/** Each is work for every event; more of a namespace are somebody's mistake. */
const MOST_OF_A_NAMESPACE = 20;

/** Makes a webhook, which is told of what changes from now on. */
@Injectable()
export class CreateWebhook {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly trail: ReadTrail,
    private readonly receivers: Receivers,
    private readonly transactions: Transactions,
  ) {}

  async execute(body: NewWebhookBody, context: RequestContext): Promise<Webhook> {
    const granted = namespacesFor(context.caller.grant, 'admin');
    const { url, namespaces = granted, actions = ['*'] } = body;
    requireGranted(namespaces, granted);
    this.requireSound(url, namespaces, actions);

    const { seq, hash } = await this.trail.head();
    return this.transactions.run(async (tx) => {
      await this.requireRoom(tx, namespaces);
      const at = new Date();
      const webhook = await this.webhooks.insert(tx, {
        id: webhookId(at),
        url,
        namespaces: [...namespaces],
        actions: [...actions],
        secret: makeSecret(),
        created_by: context.caller.subject,
        created_at: at,
        ...keptBy(context.caller),
        position_seq: BigInt(seq),
        position_hash: hash,
      });
      const by = { actor: actorOf(context), request_id: context.requestId };
      await this.webhooks.audit(tx, webhookEntry('webhook.created', webhook, by));
      return webhook;
    });
  }

  private async requireRoom(tx: Tx, namespaces: readonly string[]): Promise<void> {
    const full = await this.webhooks.full(tx, namespaces, MOST_OF_A_NAMESPACE);
    if (full.length === 0) return;
    throw new Problem('too-many-webhooks', {
      detail: `A namespace has ${MOST_OF_A_NAMESPACE} webhooks at most, and so has \`*\`: ${full.join(', ')}.`,
    });
  }

  private requireSound(
    url: string,
    namespaces: readonly string[],
    actions: readonly string[],
  ): void {
    const errors = webhookFaults({ url, namespaces, actions });
    const message = errors.some(({ pointer }) => pointer === '/url')
      ? null
      : this.receivers.refuse(url);
    if (message !== null) errors.push({ pointer: '/url', code: 'out-of-range', message });
    if (errors.length > 0) {
      throw new Problem('webhook-invalid', { detail: 'The webhook breaks a rule.', errors });
    }
  }
}

const requireGranted = (namespaces: readonly string[], granted: readonly string[]): void => {
  if (isEvery(granted)) return;
  const errors = namespaces.flatMap((namespace, index) =>
    granted.includes(namespace)
      ? []
      : [
          {
            pointer: `/namespaces/${index}`,
            code: 'beyond-grant',
            message: 'your own grant does not hold it',
          },
        ],
  );
  if (errors.length === 0) return;
  throw new Problem('beyond-grant', {
    detail: 'The webhook would be told more than its maker may administer.',
    errors,
  });
};

/** Sorts by the time it was made. */
const webhookId = (at: Date): string =>
  `wh_${at.getTime().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
