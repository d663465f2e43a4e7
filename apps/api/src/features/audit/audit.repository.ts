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

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** At most `count` events with a smaller number than `before`, the latest first. */
  async list(filter: EventFilter, before: bigint | null, count: number): Promise<StoredEvent[]> {
    return this.database.client.auditEvent.findMany({
      select: { seq: true, hash: true, event: true },
      where: { AND: conditionsOf(filter, before) },
      orderBy: { seq: 'desc' },
      take: count,
    });
  }

  /**
   * At most `count` events about a tool before a number, the latest first; with what was done to its
   * whole namespace, which hides and shows the tool too.
   */
  async listOf(toolId: string, before: bigint | null, count: number): Promise<StoredEvent[]> {
    return this.database.client.auditEvent.findMany({
      select: { seq: true, hash: true, event: true },
      where: {
        OR: [{ tool_id: toolId }, { tool_id: null, namespace: namespaceOf(toolId) }],
        ...(before === null ? {} : { seq: { lt: before } }),
      },
      orderBy: { seq: 'desc' },
      take: count,
    });
  }

  async hasTool(toolId: string): Promise<boolean> {
    const where = { tool_id: toolId };
    return (
      (await this.database.client.tool.findUnique({ where, select: { tool_id: true } })) !== null
    );
  }

  /** At most `count` events after `seq`, in the order of the chain. */
  async chainAfter(seq: bigint, count: number): Promise<StoredEvent[]> {
    return this.database.client.auditEvent.findMany({
      select: { seq: true, hash: true, event: true },
      where: { seq: { gt: seq } },
      orderBy: { seq: 'asc' },
      take: count,
    });
  }

  async head(): Promise<ChainHead> {
    const row = await this.database.client.catalogHead.findUniqueOrThrow({ where: { id: 1 } });
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
  ...(namespaces === null ? [] : [{ namespace: { in: [...namespaces] } }]),
];
