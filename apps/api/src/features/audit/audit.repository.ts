import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { Database } from '../../database/database.js';
import type { Prisma } from '../../database/generated/client.js';

export interface StoredEvent {
  readonly seq: bigint;
  readonly hash: string;
  /** The RFC 8785 text that `hash` was taken over. */
  readonly event: string;
}

export interface EventFilter {
  readonly tool_id?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly since?: Date;
  readonly until?: Date;
  /** Only events about these namespaces and their tools; null is every event there is. */
  readonly namespaces: readonly string[] | null;
}

export interface ChainHead {
  readonly seq: bigint;
  readonly hash: string;
}

/** Both ends belong to it. */
export interface EventRange extends Pick<EventFilter, 'namespaces'> {
  readonly first: bigint;
  readonly last: bigint;
}

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** At most `count` events with a smaller number than `before`, the latest first. */
  async list(filter: EventFilter, before: bigint | null, count: number): Promise<StoredEvent[]> {
    return this.database.reading((db) =>
      db.auditEvent.findMany({
        select: { seq: true, hash: true, event: true },
        where: { AND: conditionsOf(filter, before) },
        orderBy: { seq: 'desc' },
        take: count,
      }),
    );
  }

  /**
   * At most `count` events about a tool before a number, the latest first; with what was done to its
   * whole namespace, which hides and shows the tool too.
   */
  async listOf(toolId: string, before: bigint | null, count: number): Promise<StoredEvent[]> {
    return this.database.reading((db) =>
      db.auditEvent.findMany({
        select: { seq: true, hash: true, event: true },
        where: {
          OR: [{ tool_id: toolId }, { tool_id: null, namespace: namespaceOf(toolId) }],
          ...(before === null ? {} : { seq: { lt: before } }),
        },
        orderBy: { seq: 'desc' },
        take: count,
      }),
    );
  }

  async hasTool(toolId: string): Promise<boolean> {
    const where = { tool_id: toolId };
    const tool = await this.database.reading((db) =>
      db.tool.findUnique({ where, select: { tool_id: true } }),
    );
    return tool !== null;
  }

  /** At most `count` events after `seq`, in the order of the chain. */
  async chainAfter(seq: bigint, count: number): Promise<StoredEvent[]> {
    return this.database.asService((db) =>
      db.auditEvent.findMany({
        select: { seq: true, hash: true, event: true },
        where: { seq: { gt: seq } },
        orderBy: { seq: 'asc' },
        take: count,
      }),
    );
  }

  /** The same within a range and, where they are stated, within namespaces. */
  async inRange(range: EventRange, after: bigint, count: number): Promise<StoredEvent[]> {
    return this.database.reading((db) =>
      db.auditEvent.findMany({
        select: { seq: true, hash: true, event: true },
        where: { seq: { gt: after, lte: range.last }, ...inNamespaces(range) },
        orderBy: { seq: 'asc' },
        take: count,
      }),
    );
  }

  /** The last event of a range. */
  async lastOf({ first, last, ...range }: EventRange): Promise<ChainHead | null> {
    return this.database.reading((db) =>
      db.auditEvent.findFirst({
        select: { seq: true, hash: true },
        where: { seq: { gte: first, lte: last }, ...inNamespaces(range) },
        orderBy: { seq: 'desc' },
      }),
    );
  }

  /** Null where there is no event at all. */
  async firstSeq(): Promise<bigint | null> {
    const { _min: least } = await this.database.asService((db) =>
      db.auditEvent.aggregate({ _min: { seq: true } }),
    );
    return least.seq;
  }

  /** The number of the first event that is not before a time. */
  async firstSince(time: Date): Promise<bigint | null> {
    const { _min: least } = await this.database.asService((db) =>
      db.auditEvent.aggregate({
        where: { at: { gte: time } },
        _min: { seq: true },
      }),
    );
    return least.seq;
  }

  /** The number of the last event before a time. */
  async lastBefore(time: Date): Promise<bigint | null> {
    const { _max: most } = await this.database.asService((db) =>
      db.auditEvent.aggregate({
        where: { at: { lt: time } },
        _max: { seq: true },
      }),
    );
    return most.seq;
  }

  /** Makes the next partitions of the trail, before they are needed. */
  async makePartitionsAhead(): Promise<void> {
    await this.database.unsighted.$queryRaw`SELECT audit_partitions_ahead()`;
  }

  async head(): Promise<ChainHead> {
    const row = await this.database.asService((db) =>
      db.catalogHead.findUniqueOrThrow({ where: { id: 1 } }),
    );
    return { seq: row.audit_seq, hash: row.audit_hash };
  }
}

const conditionsOf = (
  { since, until, namespaces, ...exact }: EventFilter,
  before: bigint | null,
): Prisma.AuditEventWhereInput[] => [
  exact,
  ...(since === undefined ? [] : [{ at: { gte: since } }]),
  ...(until === undefined ? [] : [{ at: { lt: until } }]),
  ...(before === null ? [] : [{ seq: { lt: before } }]),
  ...(namespaces === null ? [] : [inNamespaces({ namespaces })]),
];

const inNamespaces = ({
  namespaces,
}: Pick<EventFilter, 'namespaces'>): Prisma.AuditEventWhereInput =>
  namespaces === null ? {} : { namespace: { in: [...namespaces] } };
