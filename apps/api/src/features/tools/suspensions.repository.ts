import { Injectable } from '@nestjs/common';
import { appendAudit, type AuditEntry } from '../../database/audit-trail.js';
import type { Namespace } from '../../database/generated/client.js';
import { lockTool } from '../../database/locks.js';
import { holdNamespaces, refreshServable } from '../../database/servable.js';
import type { Tx } from '../../database/transaction.js';

/** How a switch stands, of a tool or a namespace alike. */
export interface StoredSuspension {
  readonly suspended: boolean;
  readonly suspended_reason: string | null;
  readonly suspended_by: string | null;
  readonly suspended_by_admin: boolean;
  readonly suspended_at: Date | null;
}

/** A tool's switch is told with the policy that was in force; a namespace has none. */
export interface LockedSuspension extends StoredSuspension {
  readonly policy_version?: number;
}

@Injectable()
export class SuspensionsRepository {
  async lockTool(tx: Tx, toolId: string): Promise<LockedSuspension | null> {
    await lockTool(tx, toolId);
    return tx.tool.findUnique({ where: { tool_id: toolId } });
  }

  async lockNamespace(tx: Tx, namespace: string): Promise<LockedSuspension | null> {
    const rows = await tx.$queryRaw<Namespace[]>`
      SELECT * FROM namespace WHERE namespace = ${namespace} FOR UPDATE`;
    return rows[0] ?? null;
  }

  async switchTool(tx: Tx, toolId: string, suspension: StoredSuspension, at: Date): Promise<void> {
    await holdNamespaces(tx, [toolId]);
    await tx.tool.update({
      where: { tool_id: toolId },
      data: { ...columnsOf(suspension), updated_at: at },
    });
    await refreshServable(tx, [toolId]);
  }

  /** Hides, or shows again, every tool of the namespace at once, so that each of them changed. */
  async switchNamespace(
    tx: Tx,
    namespace: string,
    suspension: StoredSuspension,
    at: Date,
  ): Promise<void> {
    await tx.namespace.update({ where: { namespace }, data: columnsOf(suspension) });
    await tx.tool.updateMany({ where: { namespace }, data: { updated_at: at } });
    const tools = await tx.tool.findMany({ where: { namespace }, select: { tool_id: true } });
    await refreshServable(
      tx,
      tools.map(({ tool_id: toolId }) => toolId),
    );
  }

  async audit(tx: Tx, entry: AuditEntry): Promise<void> {
    await appendAudit(tx, [entry]);
  }
}

const columnsOf = (suspension: StoredSuspension): StoredSuspension => ({
  suspended: suspension.suspended,
  suspended_reason: suspension.suspended_reason,
  suspended_by: suspension.suspended_by,
  suspended_by_admin: suspension.suspended_by_admin,
  suspended_at: suspension.suspended_at,
});
