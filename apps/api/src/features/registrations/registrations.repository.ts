import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import type { CatalogFacts, ToolFacts } from '#core/registration/decide-registrations.js';
import { appendAudit } from '../../database/audit-trail.js';
import { Database } from '../../database/database.js';
import { lockTools } from '../../database/locks.js';
import { policyColumns, policyOf } from '../../database/records.js';
import type { Tx } from '../../database/transaction.js';
import { storedVersion, SUMMARY, type StoredVersion } from '../versions/stored-version.js';
import type {
  NewVersion,
  RegistrationWrites,
  ReplacedVersion,
  ToolState,
} from './registration-writes.js';

/** A stored tool with what a registration of it has to know and to number on from. */
export interface StoredTool extends ToolFacts {
  readonly versions: readonly StoredVersion[];
  readonly policy_version: number;
  readonly policy_digest: string;
  readonly presentation_version: number;
  readonly note: string | null;
}

/** What is stored around some tool_ids, in whatever case. */
export interface StoredCatalog extends CatalogFacts {
  readonly tools: readonly StoredTool[];
  readonly namespaces: readonly string[];
}

@Injectable()
export class RegistrationsRepository {
  constructor(private readonly database: Database) {}

  async load(toolIds: readonly string[], db: Tx = this.database.client): Promise<StoredCatalog> {
    const toolKeys = [...new Set(toolIds.map((toolId) => toolId.toLowerCase()))];
    const namespaceKeys = [...new Set(toolKeys.map(namespaceOf))];
    const namespaces = await db.namespace.findMany({
      where: { namespace_key: { in: namespaceKeys } },
      select: { namespace: true },
    });
    const tools = await db.tool.findMany({ where: { tool_key: { in: toolKeys } } });
    const versions = await db.toolVersion.findMany({
      where: { tool_id: { in: tools.map((tool) => tool.tool_id) } },
      select: SUMMARY,
    });
    const versionsOf = new Map<string, StoredVersion[]>(tools.map((tool) => [tool.tool_id, []]));
    for (const row of versions) versionsOf.get(row.tool_id)?.push(storedVersion(row));
    return {
      namespaces: namespaces.map(({ namespace }) => namespace),
      tools: tools.map((row) => ({
        tool_id: row.tool_id,
        tool: {
          policy: policyOf(row),
          owner: row.owner,
          example_queries: row.example_queries,
          aliases: row.aliases,
          ever_left_draft: row.ever_left_draft,
        },
        versions: versionsOf.get(row.tool_id) ?? [],
        policy_version: row.policy_version,
        policy_digest: row.policy_digest,
        presentation_version: row.presentation_version,
        note: row.note,
      })),
    };
  }

  /** The same with the tools' locks held, so that it stays true until the transaction ends. */
  async lockAndLoad(tx: Tx, toolIds: readonly string[]): Promise<StoredCatalog> {
    await lockTools(tx, toolIds);
    return this.load(toolIds, tx);
  }

  /**
   * Writes everything but the audit; false where somebody else made one of the new namespaces in
   * the meantime, perhaps in another spelling, so that all has to be decided anew.
   */
  async save(tx: Tx, writes: RegistrationWrites, now: Date): Promise<boolean> {
    if (!(await this.insertNamespaces(tx, writes.namespaces))) return false;
    if (writes.newTools.length > 0) {
      await tx.tool.createMany({ data: writes.newTools.map((tool) => newTool(tool, now)) });
    }
    await this.updateTools(tx, writes.changedTools, now);
    await this.insertRevisions(tx, writes);
    if (writes.newVersions.length > 0) {
      await tx.toolVersion.createMany({
        data: writes.newVersions.map((version) => newVersion(version, now)),
      });
    }
    await this.replaceDrafts(tx, writes.replacedVersions, now);
    await this.touch(tx, writes, now);
    return true;
  }

  async audit(tx: Tx, writes: RegistrationWrites): Promise<void> {
    await appendAudit(tx, writes.audit);
  }

  private async insertNamespaces(tx: Tx, namespaces: readonly string[]): Promise<boolean> {
    if (namespaces.length === 0) return true;
    // In one order, so that two writers of several never wait for each other.
    const data = [...namespaces].sort().map((namespace) => ({
      namespace,
      namespace_key: namespace.toLowerCase(),
    }));
    const { count } = await tx.namespace.createMany({ data, skipDuplicates: true });
    return count === namespaces.length;
  }

  private async updateTools(tx: Tx, tools: readonly ToolState[], now: Date): Promise<void> {
    if (tools.length === 0) return;
    const rows = tools.map((tool) => ({ tool_id: tool.tool_id, ...toolColumns(tool) }));
    await tx.$executeRaw`
      UPDATE tool AS stored
      SET owner = sent.owner, example_queries = sent.example_queries, aliases = sent.aliases,
        presentation_version = sent.presentation_version, policy_version = sent.policy_version,
        policy_digest = sent.policy_digest, risk_rank = sent.risk_rank,
        requires_approval = sent.requires_approval, allowed_roles = sent.allowed_roles,
        allowed_tenants = sent.allowed_tenants, task_types = sent.task_types, updated_at = ${now}
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS sent(
        tool_id text, owner text, example_queries text[], aliases text[],
        presentation_version integer, policy_version integer, policy_digest text,
        risk_rank smallint, requires_approval boolean, allowed_roles text[],
        allowed_tenants text[], task_types text[])
      WHERE stored.tool_id = sent.tool_id`;
  }

  private async insertRevisions(tx: Tx, writes: RegistrationWrites): Promise<void> {
    if (writes.policyRevisions.length > 0) {
      await tx.policyRevision.createMany({
        data: writes.policyRevisions.map(({ policy, ...columns }) => ({
          ...columns,
          ...policyColumns(policy),
        })),
      });
    }
    if (writes.presentationRevisions.length > 0) {
      await tx.presentationRevision.createMany({
        data: writes.presentationRevisions.map((revision) => ({
          ...revision,
          example_queries: [...revision.example_queries],
          aliases: [...revision.aliases],
        })),
      });
    }
  }

  /** What was approved, proven or waived was another content. */
  private async replaceDrafts(
    tx: Tx,
    replaced: readonly ReplacedVersion[],
    now: Date,
  ): Promise<void> {
    if (replaced.length === 0) return;
    const rows = replaced.map(({ id, content }) => ({ id: String(id), ...content }));
    await tx.$executeRaw`
      UPDATE tool_version AS stored
      SET contract = sent.contract, contract_digest = sent.contract_digest, title = sent.title,
        description = sent.description, tags = sent.tags, proposed = sent.proposed,
        changes = sent.changes, "check" = sent."check", authors = sent.authors,
        updated_at = ${now}
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS sent(
        id bigint, contract text, contract_digest text, title text, description text, tags text[],
        proposed text[], changes text, "check" text, authors text[])
      WHERE stored.id = sent.id`;
    const theirs = {
      where: { tool_version_id: { in: replaced.map(({ id }) => id) }, voided_at: null },
      data: { voided_at: now },
    };
    await tx.approval.updateMany(theirs);
    await tx.evidence.updateMany(theirs);
    await tx.waiver.updateMany(theirs);
  }

  /** A tool whose versions changed was updated too. */
  private async touch(tx: Tx, writes: RegistrationWrites, now: Date): Promise<void> {
    if (writes.touchedTools.length === 0) return;
    await tx.tool.updateMany({
      where: { tool_id: { in: [...writes.touchedTools] } },
      data: { updated_at: now },
    });
  }
}

const toolColumns = (tool: ToolState) => ({
  ...policyColumns(tool.policy),
  owner: tool.owner,
  example_queries: [...tool.example_queries],
  aliases: [...tool.aliases],
  policy_version: tool.policy_version,
  policy_digest: tool.policy_digest,
  presentation_version: tool.presentation_version,
});

const newTool = (tool: ToolState, now: Date) => ({
  ...toolColumns(tool),
  tool_id: tool.tool_id,
  tool_key: tool.tool_id.toLowerCase(),
  namespace: namespaceOf(tool.tool_id),
  created_at: now,
  updated_at: now,
});

const newVersion = ({ content, ...version }: NewVersion, now: Date) => ({
  ...version,
  ...content,
  created_at: now,
  updated_at: now,
});
