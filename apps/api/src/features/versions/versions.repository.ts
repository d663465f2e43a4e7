import { Injectable } from '@nestjs/common';
import type { DeclaredContract } from '#core/versions/known-version.js';
import { Database } from '../../database/database.js';
import type { Prisma } from '../../database/generated/client.js';
import { lockTool } from '../../database/locks.js';
import type { Tx } from '../../database/transaction.js';
import { declaredContract, storedVersion, SUMMARY, type StoredVersion } from './stored-version.js';

const IN_FORCE = { where: { voided_at: null }, orderBy: { id: 'asc' } } as const;

const WHOLE = {
  tool: {
    select: {
      policy_version: true,
      risk_rank: true,
      requires_approval: true,
      allowed_roles: true,
      allowed_tenants: true,
      task_types: true,
    },
  },
  approvals: IN_FORCE,
  evidence: IN_FORCE,
  waivers: IN_FORCE,
} as const satisfies Prisma.ToolVersionInclude;

/** A version with everything that its governance view is made of. */
export type WholeVersion = Prisma.ToolVersionGetPayload<{ include: typeof WHOLE }>;

@Injectable()
export class VersionsRepository {
  constructor(private readonly database: Database) {}

  /** Every version of a tool, in no order; empty also where there is no such tool. */
  async versionsOf(toolId: string, db: Tx = this.database.client): Promise<StoredVersion[]> {
    const rows = await db.toolVersion.findMany({ where: { tool_id: toolId }, select: SUMMARY });
    return rows.map(storedVersion);
  }

  async find(
    toolId: string,
    identity: string,
    db: Tx = this.database.client,
  ): Promise<WholeVersion | null> {
    return db.toolVersion.findUnique({
      where: { tool_id_version_key: { tool_id: toolId, version_key: identity } },
      include: WHOLE,
    });
  }

  async findAll(ids: readonly bigint[], db: Tx = this.database.client): Promise<WholeVersion[]> {
    return db.toolVersion.findMany({ where: { id: { in: [...ids] } }, include: WHOLE });
  }

  /** The contracts of some versions, by their ids. */
  async contracts(
    ids: readonly bigint[],
    db: Tx = this.database.client,
  ): Promise<Map<bigint, DeclaredContract>> {
    if (ids.length === 0) return new Map();
    const rows = await db.toolVersion.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, contract: true, changes: true },
    });
    return new Map(rows.map((row) => [row.id, declaredContract(row)]));
  }

  /** The version, with its tool's lock held until the transaction ends. */
  async lock(tx: Tx, toolId: string, identity: string): Promise<WholeVersion | null> {
    await lockTool(tx, toolId);
    return this.find(toolId, identity, tx);
  }

  async delete(tx: Tx, id: bigint): Promise<void> {
    await tx.toolVersion.delete({ where: { id } });
  }

  async hasTool(toolId: string): Promise<boolean> {
    const row = await this.database.client.tool.findUnique({
      where: { tool_id: toolId },
      select: { tool_id: true },
    });
    return row !== null;
  }
}
