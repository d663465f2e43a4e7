import { Injectable } from '@nestjs/common';
import { appendAudit, type AuditEntry } from '../../database/audit-trail.js';
import { Database } from '../../database/database.js';
import type { Webhook, WebhookDeadLetter as DeadLetter } from '../../database/generated/client.js';
import type { Tx } from '../../database/transaction.js';

export type { DeadLetter, Webhook };

type NewWebhook = Pick<
  Webhook,
  | 'id'
  | 'url'
  | 'namespaces'
  | 'actions'
  | 'secret'
  | 'created_by'
  | 'created_at'
  | 'key_id'
  | 'issuer'
  | 'position_seq'
  | 'position_hash'
>;

/** Locks of two numbers; tools have 1. */
const LOCK_SPACE = 2;

/** What commands read and write; `deliveries.repository.ts` is the workers'. */
@Injectable()
export class WebhooksRepository {
  constructor(private readonly database: Database) {}

  insert(tx: Tx, webhook: NewWebhook): Promise<Webhook> {
    return tx.webhook.create({ data: webhook });
  }

  /**
   * Which of these namespaces have so many webhooks already that the caller knows of. Nobody else makes
   * one before this transaction has ended.
   */
  async full(tx: Tx, namespaces: readonly string[], most: number): Promise<string[]> {
    await tx.$queryRaw`SELECT count(pg_advisory_xact_lock(${LOCK_SPACE}::integer, 0))`;
    const rows = await tx.$queryRaw<{ namespace: string }[]>`
      SELECT namespace FROM unnest(${[...namespaces]}::text[]) AS named(namespace)
      WHERE (SELECT count(*) FROM webhook AS w WHERE named.namespace = ANY (w.namespaces)) >= ${most}
      ORDER BY 1`;
    return rows.map(({ namespace }) => namespace);
  }

  find(id: string): Promise<Webhook | null> {
    return this.database.reading((db) => db.webhook.findUnique({ where: { id } }));
  }

  /** The webhook as it stands once every other command on it, or step of a worker, is done. */
  async lock(tx: Tx, id: string): Promise<Webhook | null> {
    await tx.$queryRaw`SELECT id FROM webhook WHERE id = ${id} FOR UPDATE`;
    return tx.webhook.findUnique({ where: { id } });
  }

  /**
   * At most `count` with an id after `after`, by id, which is the order of time; only those of no
   * other namespaces than these, null being all.
   */
  async list(
    after: string,
    count: number,
    namespaces: readonly string[] | null,
  ): Promise<Webhook[]> {
    if (namespaces === null) {
      const where = { id: { gt: after } };
      return this.database.reading((db) =>
        db.webhook.findMany({ where, orderBy: { id: 'asc' }, take: count }),
      );
    }
    return this.database.reading(async (db) => {
      // No `SELECT *`: a column of the next release would break the plans that are kept of it.
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT id FROM webhook WHERE id > ${after} AND namespaces <@ ${[...namespaces]}::text[]
        ORDER BY id LIMIT ${count}`;
      const ids = rows.map(({ id }) => id);
      return db.webhook.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
    });
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.webhook.delete({ where: { id } });
  }

  changeSecret(
    tx: Tx,
    { id, secret: former }: Webhook,
    secret: string,
    formerUntil: Date,
  ): Promise<Webhook> {
    return tx.webhook.update({
      where: { id },
      data: { secret, former_secret: former, former_secret_until: formerUntil },
    });
  }

  suspend(tx: Tx, id: string, by: string, reason: string, at: Date): Promise<Webhook> {
    return tx.webhook.update({
      where: { id },
      data: {
        suspended: true,
        suspended_by: by,
        suspended_reason: reason,
        suspended_at: at,
        claim: null,
        claimed_until: null,
      },
    });
  }

  /** From where it was left, and at once; whoever resumes it answers for it. */
  resume(
    tx: Tx,
    id: string,
    keeper: Pick<Webhook, 'key_id' | 'issuer'>,
    at: Date,
  ): Promise<Webhook> {
    return tx.webhook.update({
      where: { id },
      data: {
        suspended: false,
        suspended_by: null,
        suspended_reason: null,
        suspended_at: null,
        ...keeper,
        failing_since: null,
        failing_ms: 0,
        attempts: 0,
        next_attempt_at: at,
      },
    });
  }

  /** In the order of their events. */
  listDeadLetters(webhookId: string, after: bigint, count: number): Promise<DeadLetter[]> {
    return this.database.reading((db) =>
      db.webhookDeadLetter.findMany({
        where: { webhook_id: webhookId, seq: { gt: after } },
        orderBy: { seq: 'asc' },
        take: count,
      }),
    );
  }

  /** Null where there is no such dead letter of this webhook. */
  async makeDue(tx: Tx, webhookId: string, id: string, at: Date): Promise<DeadLetter | null> {
    const { count } = await tx.webhookDeadLetter.updateMany({
      where: { id, webhook_id: webhookId },
      data: { due_at: at },
    });
    return count === 0 ? null : tx.webhookDeadLetter.findUnique({ where: { id } });
  }

  async audit(tx: Tx, entry: AuditEntry): Promise<void> {
    await appendAudit(tx, [entry]);
  }
}
