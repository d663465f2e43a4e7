import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/transaction.js';
import type { LoggedEvent, LogPosition } from '../events/read-trail.js';
import type { DeadLetter, Webhook } from './webhooks.repository.js';

/** A webhook that one worker holds. */
export interface Claimed extends Webhook {
  readonly claim: string;
  /** Whether what is next may be sent now, or it was claimed for its dead letters alone. */
  readonly isDue: boolean;
}

export interface Progress {
  readonly position: LogPosition;
  /** Whether what is passed was taken, or not asked for. */
  readonly delivered: boolean;
}

export interface Unmade {
  readonly event: LoggedEvent;
  readonly attempts: number;
  readonly error: string;
}

/** Longer than an attempt can take; another worker takes over after, where this one died. */
const CLAIM_S = 30;

/**
 * What workers read and write. Time is the database's, which is one for all replicas; each step is
 * written under the claim, so that who lost it writes nothing more.
 */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  /**
   * A webhook that has something to deliver now and that nobody works for; null where there is none.
   * What is further ahead than anything is ever put was written before the clock was put back.
   */
  async claim(claim: string): Promise<Claimed | null> {
    const rows = await this.database.asService(
      (db) => db.$queryRaw<{ id: string; is_due: boolean }[]>`
      UPDATE webhook SET claim = ${claim}, claimed_until = now() + make_interval(secs => ${CLAIM_S})
      WHERE id = (
        SELECT w.id FROM webhook AS w
        WHERE NOT w.suspended AND (w.claimed_until IS NULL OR w.claimed_until < now()
            OR w.claimed_until > now() + make_interval(secs => ${2 * CLAIM_S}))
          AND (((w.next_attempt_at <= now() OR w.next_attempt_at > now() + interval '1 day')
              AND w.position_seq <> (SELECT audit_seq FROM catalog_head WHERE id = 1))
            OR EXISTS (SELECT 1 FROM webhook_dead_letter AS d
              WHERE d.webhook_id = w.id AND d.due_at IS NOT NULL))
        ORDER BY w.next_attempt_at LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
      RETURNING id, next_attempt_at <= now() OR next_attempt_at > now() + interval '1 day' AS is_due`,
    );
    const [row] = rows;
    if (row === undefined) return null;
    const webhook = await this.database.asService((db) =>
      db.webhook.findUnique({ where: { id: row.id } }),
    );
    return webhook?.claim === claim ? { ...webhook, claim, isDue: row.is_due } : null;
  }

  /** False where the claim was lost, or the webhook suspended or deleted. */
  async advance({ id, claim }: Claimed, progress: Progress): Promise<boolean> {
    const { position, delivered } = progress;
    const count = await this.database.asService(
      (db) => db.$executeRaw`
      UPDATE webhook SET
        position_seq = ${position.seq}, position_hash = ${position.hash}, attempts = 0,
        next_attempt_at = now(), claimed_until = now() + make_interval(secs => ${CLAIM_S}),
        failing_since = CASE WHEN ${delivered} THEN NULL ELSE failing_since END,
        failing_ms = CASE WHEN ${delivered} THEN 0 ELSE failing_ms END,
        last_delivered_at = CASE WHEN ${delivered} THEN now() ELSE last_delivered_at END,
        last_error = CASE WHEN ${delivered} THEN NULL ELSE last_error END
      WHERE id = ${id} AND claim = ${claim}`,
    );
    return count === 1;
  }

  /** The same event once more, later; until then nobody holds the webhook. */
  async postpone({ id, claim }: Claimed, error: string, afterMs: number): Promise<void> {
    await this.database.asService(
      (db) => db.$executeRaw`
      UPDATE webhook SET attempts = attempts + 1, last_error = ${error},
        failing_since = coalesce(failing_since, now()),
        failing_ms = failing_ms + ${afterMs}::bigint,
        next_attempt_at = now() + make_interval(secs => ${afterMs / 1_000}::double precision),
        claim = NULL, claimed_until = NULL
      WHERE id = ${id} AND claim = ${claim}`,
    );
  }

  async noteFailure(tx: Tx, id: string, error: string): Promise<void> {
    await tx.$executeRaw`
      UPDATE webhook SET attempts = attempts + 1, last_error = ${error},
        failing_since = coalesce(failing_since, now())
      WHERE id = ${id}`;
  }

  /** False where the claim was lost. */
  async renew({ id, claim }: Claimed): Promise<boolean> {
    const count = await this.database.asService(
      (db) => db.$executeRaw`
      UPDATE webhook SET claimed_until = now() + make_interval(secs => ${CLAIM_S})
      WHERE id = ${id} AND claim = ${claim}`,
    );
    return count === 1;
  }

  async release({ id, claim }: Claimed): Promise<void> {
    await this.database.asService(
      (db) => db.$executeRaw`
      UPDATE webhook SET claim = NULL, claimed_until = NULL
      WHERE id = ${id} AND claim = ${claim}`,
    );
  }

  /**
   * Gives the event up and passes it, in one statement: who lost the claim does neither. One row for an
   * event, however often it was given up.
   */
  async bury({ id, claim }: Claimed, { event, attempts, error }: Unmade): Promise<boolean> {
    const count = await this.database.asService(
      (db) => db.$executeRaw`
      WITH held AS (
        UPDATE webhook SET position_seq = ${event.seq}, position_hash = ${event.hash}, attempts = 0,
          next_attempt_at = now(), claimed_until = now() + make_interval(secs => ${CLAIM_S}),
          failing_since = coalesce(failing_since, now()), last_error = ${error}
        WHERE id = ${id} AND claim = ${claim} RETURNING id)
      INSERT INTO webhook_dead_letter
        (id, webhook_id, seq, hash, namespace, action, event, attempts, last_error, given_up_at)
      SELECT ${deadLetterId(id, event)}, id, ${event.seq}, ${event.hash}, ${event.namespace},
        ${event.action}, ${event.event}, ${attempts}::integer, ${error}, now() FROM held
      ON CONFLICT (id) DO UPDATE SET attempts = excluded.attempts, last_error = excluded.last_error,
        given_up_at = excluded.given_up_at, due_at = NULL`,
    );
    return count === 1;
  }

  /**
   * The key that a rotation put in the place of this one, or the last of a row of them; null where there
   * is none. The trail tells it, which few questions ask: only of keys that have expired.
   */
  async successorOf(keyId: string): Promise<string | null> {
    const [last] = await this.database.asService(
      (db) => db.$queryRaw<{ successor: string }[]>`
      WITH RECURSIVE rotation AS MATERIALIZED (
        SELECT DISTINCT ON (former) former, successor FROM (
          SELECT seq, event::json #>> '{detail,replaces,id}' AS former,
            event::json #>> '{detail,key_id}' AS successor
          FROM audit_event WHERE action = 'api-key.rotated') AS told
        ORDER BY former, seq DESC),
      line AS (
        SELECT successor, 1 AS step FROM rotation WHERE former = ${keyId}
        UNION ALL
        SELECT r.successor, l.step + 1 FROM line AS l JOIN rotation AS r ON r.former = l.successor)
      SELECT successor FROM line ORDER BY step DESC LIMIT 1`,
    );
    return last?.successor ?? null;
  }

  /** Not where somebody resumed it meanwhile, and so answers for it. */
  async handOver({ id }: Claimed, keyId: string, successor: string): Promise<void> {
    await this.database.asService((db) =>
      db.webhook.updateMany({ where: { id, key_id: keyId }, data: { key_id: successor } }),
    );
  }

  dueDeadLetters(webhookId: string, count: number): Promise<DeadLetter[]> {
    return this.database.asService((db) =>
      db.webhookDeadLetter.findMany({
        where: { webhook_id: webhookId, due_at: { not: null } },
        orderBy: { seq: 'asc' },
        take: count,
      }),
    );
  }

  async forget(id: string): Promise<void> {
    await this.database.asService((db) => db.webhookDeadLetter.deleteMany({ where: { id } }));
  }

  /** Not where the claim was lost: by then somebody may have asked for it anew. */
  async buryAgain({ id, claim }: Claimed, letterId: string, error: string): Promise<void> {
    await this.database.asService(
      (db) => db.$executeRaw`
      UPDATE webhook_dead_letter SET attempts = attempts + 1, last_error = ${error}, due_at = NULL
      WHERE id = ${letterId}
        AND EXISTS (SELECT 1 FROM webhook AS w WHERE w.id = ${id} AND w.claim = ${claim})`,
    );
  }
}

/** One for each event of a webhook; not by its number, which counts the events of everybody. */
const deadLetterId = (webhookId: string, { hash }: LoggedEvent): string =>
  `dl_${webhookId.slice(-12)}${hash.slice(-24)}`;
