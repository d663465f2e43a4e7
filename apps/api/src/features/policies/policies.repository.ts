import { Injectable } from '@nestjs/common';
import type { Contract } from '#core/contract/contract.js';
import { policyDigest } from '#core/policy/policy-digest.js';
import type { Policy } from '#core/policy/policy.js';
import { waiversOfOthers } from '#core/lifecycle/gate.js';
import type { State } from '#core/lifecycle/state.js';
import { appendAudit, type AuditEntry } from '../../database/audit-trail.js';
import { Database } from '../../database/database.js';
import type { PolicyProposal, PolicyRevision, Tool } from '../../database/generated/client.js';
import { contractOf, policyColumns, type PolicyColumns } from '../../database/records.js';
import type { Tx } from '../../database/transaction.js';
import { lockTool } from '../../database/locks.js';

export type { PolicyProposal, PolicyRevision, Tool };

/** What a tightening is judged by: the parts of a version's contract that policy closes a gate on. */
export interface VersionUnderPolicy {
  readonly version: string;
  readonly state: State;
  readonly contract: Contract;
  /** Gates with a waiver in force. */
  readonly waived: readonly string[];
}

export interface NewRevision {
  readonly toolId: string;
  readonly policyVersion: number;
  readonly policy: Policy;
  readonly reason: string;
  readonly changedBy: string;
  readonly approvedBy?: string;
  readonly at: Date;
}

/** A proposal with the policy that it started from. */
export interface ProposalWithBase {
  readonly proposal: PolicyProposal;
  readonly base: PolicyColumns;
}

export interface ProposalFilter {
  readonly tool_id?: string;
  readonly status?: string;
  /** The namespaces that the caller may read; null is all. */
  readonly namespaces: readonly string[] | null;
}

@Injectable()
export class PoliciesRepository {
  constructor(private readonly database: Database) {}

  findTool(toolId: string): Promise<Tool | null> {
    return this.database.reading((db) => db.tool.findUnique({ where: { tool_id: toolId } }));
  }

  async tenantsWithoutKey(tenants: readonly string[]): Promise<string[]> {
    const rows = await this.database.reading(
      (db) => db.$queryRaw<{ tenant: string }[]>`
        SELECT DISTINCT tenant FROM tenants_without_key(${[...tenants]}::text[]) ORDER BY 1`,
    );
    return rows.map(({ tenant }) => tenant);
  }

  /** The tool as it stands once every writer before this one is done. */
  async lockTool(tx: Tx, toolId: string): Promise<Tool | null> {
    await lockTool(tx, toolId);
    return tx.tool.findUnique({ where: { tool_id: toolId } });
  }

  /** Newest first; at most `count` with a smaller number than `before`. */
  listRevisions(toolId: string, before: number | null, count: number): Promise<PolicyRevision[]> {
    return this.database.reading((db) =>
      db.policyRevision.findMany({
        where: {
          tool_id: toolId,
          ...(before === null ? {} : { policy_version: { lt: before } }),
        },
        orderBy: { policy_version: 'desc' },
        take: count,
      }),
    );
  }

  revision(toolId: string, policyVersion: number, tx?: Tx): Promise<PolicyRevision> {
    return this.database.reading(
      (db) =>
        db.policyRevision.findUniqueOrThrow({
          where: { tool_id_policy_version: { tool_id: toolId, policy_version: policyVersion } },
        }),
      tx,
    );
  }

  findProposal(id: string): Promise<PolicyProposal | null> {
    return this.database.reading((db) => db.policyProposal.findUnique({ where: { id } }));
  }

  proposalIn(tx: Tx, id: string): Promise<PolicyProposal> {
    return tx.policyProposal.findUniqueOrThrow({ where: { id } });
  }

  /** Newest first: ids are made in the order of time. */
  listProposals(
    filter: ProposalFilter,
    before: string | null,
    count: number,
  ): Promise<PolicyProposal[]> {
    return this.database.reading((db) =>
      db.policyProposal.findMany({
        where: {
          ...(filter.tool_id === undefined ? {} : { tool_id: filter.tool_id }),
          ...(filter.status === undefined ? {} : { status: filter.status }),
          ...(filter.namespaces === null
            ? {}
            : { tool: { namespace: { in: [...filter.namespaces] } } }),
          ...(before === null ? {} : { id: { lt: before } }),
        },
        orderBy: { id: 'desc' },
        take: count,
      }),
    );
  }

  /** The policies that proposals started from, beside them. */
  async withBases(proposals: readonly PolicyProposal[], tx?: Tx): Promise<ProposalWithBase[]> {
    const rows = await this.database.reading(
      (db) => db.$queryRaw<BaseRow[]>`
      SELECT r.tool_id, r.policy_version, r.risk_rank, r.requires_approval, r.allowed_roles,
        r.allowed_tenants, r.task_types
      FROM unnest(
        ${proposals.map(({ tool_id: id }) => id)}::text[],
        ${proposals.map(({ base_policy_version: version }) => version)}::int[]
      ) AS wanted (tool_id, policy_version)
      JOIN policy_revision AS r USING (tool_id, policy_version)`,
      tx,
    );
    const bases = new Map(rows.map((row) => [`${row.policy_version} ${row.tool_id}`, row]));
    return proposals.map((proposal) => {
      const base = bases.get(`${proposal.base_policy_version} ${proposal.tool_id}`);
      if (base === undefined) throw new Error('a proposal has lost the policy it started from');
      return { proposal, base };
    });
  }

  async withBase(proposal: PolicyProposal, tx?: Tx): Promise<ProposalWithBase> {
    const [found] = await this.withBases([proposal], tx);
    if (found === undefined) throw new Error('a proposal has lost the policy it started from');
    return found;
  }

  /** Puts a policy in force for every version of the tool at once. */
  async enforce(tx: Tx, revision: NewRevision): Promise<PolicyRevision> {
    const columns = policyColumns(revision.policy);
    const digest = policyDigest(revision.policy);
    await tx.tool.update({
      where: { tool_id: revision.toolId },
      data: {
        ...columns,
        policy_version: revision.policyVersion,
        policy_digest: digest,
        updated_at: revision.at,
      },
    });
    return tx.policyRevision.create({
      data: {
        tool_id: revision.toolId,
        policy_version: revision.policyVersion,
        policy_digest: digest,
        ...columns,
        reason: revision.reason,
        changed_by: revision.changedBy,
        approved_by: revision.approvedBy ?? null,
        changed_at: revision.at,
      },
    });
  }

  propose(
    tx: Tx,
    proposal: Omit<NewRevision, 'policyVersion'> & {
      readonly id: string;
      readonly base: number;
      readonly onBehalfOf: string | undefined;
    },
  ): Promise<PolicyProposal> {
    return tx.policyProposal.create({
      data: {
        id: proposal.id,
        tool_id: proposal.toolId,
        base_policy_version: proposal.base,
        ...policyColumns(proposal.policy),
        reason: proposal.reason,
        author: proposal.changedBy,
        on_behalf_of: proposal.onBehalfOf ?? null,
        created_at: proposal.at,
      },
    });
  }

  /** Closes the open proposal of the tool, if there is one, and returns its id. */
  async closeOpen(tx: Tx, toolId: string, status: 'superseded' | 'stale'): Promise<string | null> {
    const open = await tx.policyProposal.findFirst({ where: { tool_id: toolId, status: 'open' } });
    if (open === null) return null;
    await tx.policyProposal.update({ where: { id: open.id }, data: { status } });
    return open.id;
  }

  async decide(
    tx: Tx,
    id: string,
    decision: { status: 'approved' | 'rejected'; by: string; reason: string; at: Date },
  ): Promise<void> {
    await tx.policyProposal.update({
      where: { id },
      data: {
        status: decision.status,
        decided_by: decision.by,
        decided_at: decision.at,
        decision_reason: decision.reason,
      },
    });
  }

  /** The versions that are not disabled, by what policy can close a gate on. */
  async versionsUnderPolicy(tx: Tx, toolId: string, now: Date): Promise<VersionUnderPolicy[]> {
    const rows = await tx.toolVersion.findMany({
      where: { tool_id: toolId, state: { not: 'disabled' } },
      select: {
        version: true,
        state: true,
        contract: true,
        authors: true,
        waivers: {
          where: { voided_at: null, expires_at: { gt: now } },
          select: { gate: true, granted_by: true },
        },
      },
      orderBy: { id: 'asc' },
    });
    return rows.map((row) => ({
      version: row.version,
      state: row.state,
      contract: contractOf(row),
      waived: waiversOfOthers(row.waivers, row.authors).map(({ gate }) => gate),
    }));
  }

  async audit(tx: Tx, entry: AuditEntry): Promise<void> {
    await appendAudit(tx, [entry]);
  }
}

interface BaseRow extends PolicyColumns {
  readonly tool_id: string;
  readonly policy_version: number;
}
