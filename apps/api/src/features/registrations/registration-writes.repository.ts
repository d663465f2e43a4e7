import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { slicesBySize } from '../../database/by-slices.js';
import { appendAudit } from '../../database/audit-trail.js';
import { policyColumns } from '../../database/records.js';
import type { Tx } from '../../database/transaction.js';
import type {
  DraftContent,
  NewPolicyRevision,
  NewPresentationRevision,
  NewVersion,
  RedeclaredVersion,
  RegistrationWrites,
  ReplacedVersion,
  ToolState,
} from './registration-writes.js';

/** To write and send more at once would hold up other requests. */
const STATEMENT_CHARACTERS = 2 * 1024 * 1024;

/**
 * Writes any number of registrations in one statement for each table, or one for each two megabytes.
 * The rows travel as one JSON parameter, which costs a tenth of what a statement with a parameter for
 * each value does.
 */
@Injectable()
export class RegistrationWritesRepository {
  /**
   * Writes everything but the audit; false where somebody else made one of the new namespaces in
   * the meantime, perhaps in another spelling, so that all has to be decided anew.
   */
  async save(tx: Tx, writes: RegistrationWrites, now: Date): Promise<boolean> {
    if (!(await this.insertNamespaces(tx, writes.namespaces))) return false;
    await this.insertTools(tx, writes.newTools, now);
    await this.updateTools(tx, writes.changedTools, now);
    await this.insertPolicyRevisions(tx, writes.policyRevisions);
    await this.insertPresentationRevisions(tx, writes.presentationRevisions);
    await this.insertVersions(tx, writes.newVersions, now);
    await this.replaceDrafts(tx, writes.replacedVersions, now);
    await this.redeclareDrafts(tx, writes.redeclaredVersions, now);
    await this.touchTools(tx, writes.touchedTools, now);
    return true;
  }

  async audit(tx: Tx, writes: RegistrationWrites): Promise<void> {
    await appendAudit(tx, writes.audit);
  }

  private async insertNamespaces(tx: Tx, namespaces: readonly string[]): Promise<boolean> {
    if (namespaces.length === 0) return true;
    // By key, and so in one order: two writers of several never wait for each other in a circle.
    const rows = namespaces
      .map((namespace) => ({ namespace, namespace_key: namespace.toLowerCase() }))
      .sort((one, other) => (one.namespace_key < other.namespace_key ? -1 : 1));
    const count = await tx.$executeRaw`
      INSERT INTO namespace (namespace, namespace_key)
      SELECT namespace, namespace_key
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS sent(
        namespace text, namespace_key text)
      ON CONFLICT DO NOTHING`;
    return count === namespaces.length;
  }

  private async insertTools(tx: Tx, tools: readonly ToolState[], now: Date): Promise<void> {
    if (tools.length === 0) return;
    const rows = tools.map((tool) => ({
      ...toolColumns(tool),
      tool_key: tool.tool_id.toLowerCase(),
      namespace: namespaceOf(tool.tool_id),
    }));
    await tx.$executeRaw`
      INSERT INTO tool (tool_id, tool_key, namespace, owner, example_queries, aliases,
        presentation_version, policy_version, policy_digest, risk_rank, requires_approval,
        allowed_roles, allowed_tenants, task_types, created_at, updated_at)
      SELECT tool_id, tool_key, namespace, owner, example_queries, aliases,
        presentation_version, policy_version, policy_digest, risk_rank, requires_approval,
        allowed_roles, allowed_tenants, task_types, ${now}::timestamptz, ${now}::timestamptz
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS sent(
        tool_id text, tool_key text, namespace text, owner text, example_queries text[],
        aliases text[], presentation_version integer, policy_version integer, policy_digest text,
        risk_rank smallint, requires_approval boolean, allowed_roles text[],
        allowed_tenants text[], task_types text[])`;
  }

  private async updateTools(tx: Tx, tools: readonly ToolState[], now: Date): Promise<void> {
    if (tools.length === 0) return;
    await tx.$executeRaw`
      UPDATE tool AS stored
      SET owner = sent.owner, example_queries = sent.example_queries, aliases = sent.aliases,
        presentation_version = sent.presentation_version, policy_version = sent.policy_version,
        policy_digest = sent.policy_digest, risk_rank = sent.risk_rank,
        requires_approval = sent.requires_approval, allowed_roles = sent.allowed_roles,
        allowed_tenants = sent.allowed_tenants, task_types = sent.task_types,
        updated_at = ${now}::timestamptz
      FROM json_to_recordset(${JSON.stringify(tools.map(toolColumns))}::json) AS sent(
        tool_id text, owner text, example_queries text[], aliases text[],
        presentation_version integer, policy_version integer, policy_digest text,
        risk_rank smallint, requires_approval boolean, allowed_roles text[],
        allowed_tenants text[], task_types text[])
      WHERE stored.tool_id = sent.tool_id`;
  }

  private async insertPolicyRevisions(
    tx: Tx,
    revisions: readonly NewPolicyRevision[],
  ): Promise<void> {
    if (revisions.length === 0) return;
    const rows = revisions.map(({ policy, ...columns }) => ({
      ...columns,
      ...policyColumns(policy),
    }));
    await tx.$executeRaw`
      INSERT INTO policy_revision (tool_id, policy_version, policy_digest, risk_rank,
        requires_approval, allowed_roles, allowed_tenants, task_types, changed_by, changed_at)
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS sent(
        tool_id text, policy_version integer, policy_digest text, risk_rank smallint,
        requires_approval boolean, allowed_roles text[], allowed_tenants text[],
        task_types text[], changed_by text, changed_at timestamptz)`;
    // Policy has moved on from where these proposals started.
    await tx.policyProposal.updateMany({
      where: { status: 'open', tool_id: { in: rows.map(({ tool_id: toolId }) => toolId) } },
      data: { status: 'stale' },
    });
  }

  private async insertPresentationRevisions(
    tx: Tx,
    revisions: readonly NewPresentationRevision[],
  ): Promise<void> {
    if (revisions.length === 0) return;
    await tx.$executeRaw`
      INSERT INTO presentation_revision (tool_id, presentation_version, owner, example_queries,
        aliases, note, changed_by, changed_at)
      SELECT * FROM json_to_recordset(${JSON.stringify(revisions)}::json) AS sent(
        tool_id text, presentation_version integer, owner text, example_queries text[],
        aliases text[], note text, changed_by text, changed_at timestamptz)`;
  }

  private async insertVersions(tx: Tx, versions: readonly NewVersion[], now: Date): Promise<void> {
    const rows = versions.map(({ content, ...version }) => ({ ...version, ...content }));
    for (const slice of slicesBySize(rows, charactersOf, STATEMENT_CHARACTERS)) {
      await tx.$executeRaw`
      INSERT INTO tool_version (tool_id, version, version_key, created_by, contract,
        contract_digest, title, description, tags, proposed, changes, "check", authors,
        created_at, updated_at)
      SELECT tool_id, version, version_key, created_by, contract, contract_digest, title,
        description, tags, proposed, changes, "check", authors,
        ${now}::timestamptz, ${now}::timestamptz
      FROM json_to_recordset(${JSON.stringify(slice)}::json) AS sent(
        tool_id text, version text, version_key text, created_by text, contract text,
        contract_digest text, title text, description text, tags text[], proposed text[],
        changes text, "check" text, authors text[])`;
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
    for (const slice of slicesBySize(rows, charactersOf, STATEMENT_CHARACTERS)) {
      await tx.$executeRaw`
      UPDATE tool_version AS stored
      SET contract = sent.contract, contract_digest = sent.contract_digest, title = sent.title,
        description = sent.description, tags = sent.tags, proposed = sent.proposed,
        changes = sent.changes, "check" = sent."check", authors = sent.authors,
        updated_at = ${now}::timestamptz
      FROM json_to_recordset(${JSON.stringify(slice)}::json) AS sent(
        id bigint, contract text, contract_digest text, title text, description text, tags text[],
        proposed text[], changes text, "check" text, authors text[])
      WHERE stored.id = sent.id`;
    }
    const theirs = {
      where: { tool_version_id: { in: replaced.map(({ id }) => id) }, voided_at: null },
      data: { voided_at: now },
    };
    await tx.approval.updateMany(theirs);
    await tx.evidence.updateMany(theirs);
    await tx.waiver.updateMany(theirs);
  }

  /** The content stays, and with it what was proven and waived; who declares is an author, too. */
  private async redeclareDrafts(
    tx: Tx,
    drafts: readonly RedeclaredVersion[],
    now: Date,
  ): Promise<void> {
    if (drafts.length === 0) return;
    const rows = drafts.map(({ id, ...columns }) => ({ id: String(id), ...columns }));
    await tx.$executeRaw`
      UPDATE tool_version AS stored
      SET changes = sent.changes, "check" = sent."check", updated_at = ${now}::timestamptz,
        authors = stored.authors || ARRAY(SELECT author FROM unnest(sent.authors) AS author
                                          WHERE author <> ALL(stored.authors))
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS sent(
        id bigint, changes text, "check" text, authors text[])
      WHERE stored.id = sent.id`;
  }

  /** A tool whose versions changed was updated too. */
  private async touchTools(tx: Tx, toolIds: readonly string[], now: Date): Promise<void> {
    if (toolIds.length === 0) return;
    await tx.$executeRaw`
      UPDATE tool SET updated_at = ${now}::timestamptz WHERE tool_id = ANY(${toolIds})`;
  }
}

const charactersOf = ({ contract, check }: Pick<DraftContent, 'contract' | 'check'>): number =>
  contract.length + check.length;

const toolColumns = (tool: ToolState) => ({
  ...policyColumns(tool.policy),
  tool_id: tool.tool_id,
  owner: tool.owner,
  example_queries: tool.example_queries,
  aliases: tool.aliases,
  policy_version: tool.policy_version,
  policy_digest: tool.policy_digest,
  presentation_version: tool.presentation_version,
});
