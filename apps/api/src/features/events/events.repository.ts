import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** A place in the trail: after this event, whose hash tells it from one of another history. */
export interface LogPosition {
  readonly seq: number;
  /** Empty before the first event. */
  readonly hash: string;
}

/** An event of the audit trail that belongs to a namespace. */
export interface LoggedEvent extends LogPosition {
  readonly namespace: string;
  readonly action: string;
  /** The stored text. */
  readonly event: string;
}

/** What was read after a position. */
export interface LogPage {
  readonly events: readonly LoggedEvent[];
  /** Up to where everything is in `events`. */
  readonly reached: LogPosition;
  /** False where the trail no longer holds the position: retention or another history took it. */
  readonly follows: boolean;
}

interface HeadRow {
  readonly seq: bigint;
  readonly hash: string;
}

interface EventRow extends HeadRow {
  readonly namespace: string | null;
  readonly action: string;
  readonly event: string;
}

const PAGE = 200;

/**
 * The audit trail as an outbox: events become visible in the order of their numbers, without gaps,
 * since whoever writes holds the row of the head until the commit.
 */
@Injectable()
export class EventsRepository {
  constructor(private readonly database: Database) {}

  /** Where the trail is now. */
  async head(): Promise<LogPosition> {
    const [row] = await this.database.asService(
      (db) => db.$queryRaw<HeadRow[]>`
        SELECT audit_seq AS seq, audit_hash AS hash FROM catalog_head WHERE id = 1`,
    );
    if (row === undefined) throw new Error('catalog_head has lost its row');
    return { seq: Number(row.seq), hash: row.hash };
  }

  /** The last event that was some minutes old at a moment: about where a lost history parted. */
  async before(moment: Date): Promise<LogPosition> {
    const [row] = await this.database.asService(
      (db) => db.$queryRaw<HeadRow[]>`
      SELECT seq, hash FROM audit_event
      WHERE at < ${moment}::timestamptz - interval '10 minutes' ORDER BY seq DESC LIMIT 1`,
    );
    return row === undefined ? { seq: 0, hash: '' } : { seq: Number(row.seq), hash: row.hash };
  }

  /** At most a page of the events of some namespaces after a position; null is every namespace. */
  async after(position: LogPosition, namespaces: readonly string[] | null): Promise<LogPage> {
    const head = await this.head();
    if (head.seq === position.seq && head.hash === position.hash) {
      return { events: [], reached: position, follows: true };
    }
    const rows = await this.rows(position.seq, head.seq, namespaces);
    const events = rows.filter(isOfNamespace).map(eventOf);
    const last = events.at(-1);
    return {
      events,
      reached: events.length < PAGE || last === undefined ? head : last,
      follows: head.seq > position.seq && (await this.holds(position, rows)),
    };
  }

  /** The event at the position comes as well, whatever its namespace, for its hash. */
  private rows(
    after: number,
    upTo: number,
    namespaces: readonly string[] | null,
  ): Promise<EventRow[]> {
    if (namespaces === null) {
      return this.database.asService(
        (db) => db.$queryRaw<EventRow[]>`
        (SELECT seq, hash, NULL AS namespace, action, event FROM audit_event WHERE seq = ${after})
        UNION ALL
        (SELECT seq, hash, namespace, action, event FROM audit_event
         WHERE seq > ${after} AND seq <= ${upTo} AND namespace IS NOT NULL
         ORDER BY seq LIMIT ${PAGE})`,
      );
    }
    return this.database.asService(
      (db) => db.$queryRaw<EventRow[]>`
      (SELECT seq, hash, NULL AS namespace, action, event FROM audit_event WHERE seq = ${after})
      UNION ALL
      (SELECT seq, hash, namespace, action, event FROM audit_event
       WHERE seq > ${after} AND seq <= ${upTo} AND namespace = ANY(${[...namespaces]}::text[])
       ORDER BY seq LIMIT ${PAGE})`,
    );
  }

  /** Retention may have taken the event of the position itself; the next one still names its hash. */
  private async holds({ seq, hash }: LogPosition, rows: readonly EventRow[]): Promise<boolean> {
    if (seq === 0) return hash === '';
    const own = rows.find((row) => Number(row.seq) === seq);
    if (own !== undefined) return own.hash === hash;
    const [next] = await this.database.asService(
      (db) => db.$queryRaw<{ prev: string }[]>`
        SELECT event::json ->> 'prev' AS prev FROM audit_event WHERE seq = ${seq + 1}`,
    );
    return next?.prev === hash;
  }
}

const isOfNamespace = (row: EventRow): row is EventRow & { readonly namespace: string } =>
  row.namespace !== null;

const eventOf = (row: EventRow & { readonly namespace: string }): LoggedEvent => ({
  seq: Number(row.seq),
  hash: row.hash,
  namespace: row.namespace,
  action: row.action,
  event: row.event,
});
