import { Injectable } from '@nestjs/common';
import type { DeclaredContract } from '#core/versions/known-version.js';
import { appendAudit, type AuditEntry } from '../../database/audit-trail.js';
import { arrayLiteral } from '../../database/array-literal.js';
import { PLAN_ONCE } from '../../database/at-once.js';
import { bySlices } from '../../database/by-slices.js';
import { Database } from '../../database/database.js';
import type { Prisma } from '../../database/generated/client.js';
import { lockTool } from '../../database/locks.js';
import type { Tx } from '../../database/transaction.js';
import { declaredContract, storedVersion, SUMMARY, type StoredVersion } from './stored-version.js';
import type { WholeVersion } from './whole-version.js';

const WITH_POLICY = {
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
} as const satisfies Prisma.ToolVersionInclude;

type VersionRow = Prisma.ToolVersionGetPayload<{ include: typeof WITH_POLICY }>;

/** To read them takes as long as they are large. */
const CONTRACTS_OF_A_TURN = 20;

const CONTRACTS = {
  name: 'qm_contracts',
  text: 'SELECT id, contract, changes FROM tool_version WHERE id = ANY($1::bigint[])',
};

interface ContractRow {
  readonly id: bigint;
  readonly contract: string;
  readonly changes: string;
}

const contractRowsIn = (tx: Tx, ids: readonly bigint[]): Promise<ContractRow[]> =>
  tx.toolVersion.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, contract: true, changes: true },
  });

@Injectable()
export class VersionsRepository {
  constructor(private readonly database: Database) {}

  /** Every version of a tool, in no order; empty also where there is no such tool. */
  async versionsOf(toolId: string, tx?: Tx): Promise<StoredVersion[]> {
    const rows = await this.database.reading(
      (db) => db.toolVersion.findMany({ where: { tool_id: toolId }, select: SUMMARY }),
      tx,
    );
    return rows.map(storedVersion);
  }

  find(toolId: string, identity: string, tx?: Tx): Promise<WholeVersion | null> {
    return this.database.reading(async (db) => {
      const row = await db.toolVersion.findUnique({
        where: { tool_id_version_key: { tool_id: toolId, version_key: identity } },
        include: WITH_POLICY,
      });
      return row === null ? null : ((await this.whole([row], db))[0] ?? null);
    }, tx);
  }

  /** Several versions, in the order of their ids. */
  async findAll(ids: readonly bigint[], tx?: Tx): Promise<WholeVersion[]> {
    const whole = await this.database.reading(async (db) => {
      const rows = await db.toolVersion.findMany({
        where: { id: { in: [...ids] } },
        include: WITH_POLICY,
      });
      return this.whole(rows, db);
    }, tx);
    const byId = new Map(whole.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }

  /** One after the other: inside of a transaction they share one connection. */
  private async whole(rows: readonly VersionRow[], db: Tx): Promise<WholeVersion[]> {
    const theirs = {
      where: { tool_version_id: { in: rows.map(({ id }) => id) }, voided_at: null },
      orderBy: { id: 'asc' },
    } as const;
    const approvals = await db.approval.findMany(theirs);
    const evidence = await db.evidence.findMany(theirs);
    const waivers = await db.waiver.findMany(theirs);
    const of = <T extends { readonly tool_version_id: bigint }>(all: readonly T[], id: bigint) =>
      all.filter((one) => one.tool_version_id === id);
    return rows.map((row) => ({
      ...row,
      approvals: of(approvals, row.id),
      evidence: of(evidence, row.id),
      waivers: of(waivers, row.id),
    }));
  }

  /** The contracts of some versions, by their ids. */
  async contracts(ids: readonly bigint[], tx?: Tx): Promise<Map<bigint, DeclaredContract>> {
    const contracts = await bySlices(
      ids,
      async (some) => {
        const rows = await (tx === undefined ? this.contractRows(some) : contractRowsIn(tx, some));
        return rows.map((row) => [row.id, declaredContract(row)] as const);
      },
      CONTRACTS_OF_A_TURN,
    );
    return new Map(contracts);
  }

  private async contractRows(ids: readonly bigint[]): Promise<ContractRow[]> {
    const values = [arrayLiteral(ids.map(String))];
    const rows = await this.database.readAtOnce([PLAN_ONCE, { statement: CONTRACTS, values }]);
    return rows.map(([id, contract, changes]) => ({
      id: BigInt(id ?? ''),
      contract: contract ?? '',
      changes: changes ?? '',
    }));
  }

  /** Until the transaction ends nobody else changes the tool. */
  async lock(tx: Tx, toolId: string): Promise<void> {
    await lockTool(tx, toolId);
  }

  async delete(tx: Tx, { id, tool_id }: WholeVersion): Promise<void> {
    await tx.toolVersion.delete({ where: { id } });
    await tx.tool.update({ where: { tool_id }, data: { updated_at: new Date() } });
  }

  async audit(tx: Tx, entry: AuditEntry): Promise<void> {
    await appendAudit(tx, [entry]);
  }

  async hasTool(toolId: string): Promise<boolean> {
    const row = await this.database.reading((db) =>
      db.tool.findUnique({ where: { tool_id: toolId }, select: { tool_id: true } }),
    );
    return row !== null;
  }
}
