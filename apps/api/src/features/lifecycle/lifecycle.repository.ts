import { Injectable } from '@nestjs/common';
import { BREAK_GLASS_ACTION, type TransitionEffects } from '#core/lifecycle/transition-effects.js';
import type { Rollout } from '#core/versions/rollout.js';
import { appendAudit, type AuditEntry } from '../../database/audit-trail.js';
import { lockTool } from '../../database/locks.js';
import { holdNamespaces, refreshServable } from '../../database/servable.js';
import type { Tx } from '../../database/transaction.js';
import { Meters } from '../../metrics/meters.js';

/** Names the content of a stored version: its row, and the digest that stands in it now. */
export interface StoredContent {
  readonly id: bigint;
  readonly tool_id: string;
  readonly contract_digest: string;
}

export interface NewEvidence {
  readonly kind: string;
  readonly url: string;
  readonly summary?: string;
  readonly passed_at: Date;
  readonly submitted_by: string;
}

export interface NewWaiver {
  readonly gate: string;
  readonly reason: string;
  readonly expires_at: Date;
  readonly granted_by: string;
}

@Injectable()
export class LifecycleRepository {
  constructor(private readonly meters: Meters) {}

  async lock(tx: Tx, toolId: string): Promise<void> {
    await lockTool(tx, toolId);
  }

  async addEvidence(
    tx: Tx,
    content: StoredContent,
    evidence: readonly NewEvidence[],
    at: Date,
  ): Promise<void> {
    if (evidence.length === 0) return;
    await tx.evidence.createMany({
      data: evidence.map(({ summary, ...run }) => ({
        ...run,
        summary: summary ?? null,
        tool_version_id: content.id,
        contract_digest: content.contract_digest,
        submitted_at: at,
      })),
    });
    await this.touch(tx, content, at);
  }

  async addWaiver(tx: Tx, content: StoredContent, waiver: NewWaiver, at: Date): Promise<void> {
    await tx.waiver.create({
      data: {
        ...waiver,
        tool_version_id: content.id,
        contract_digest: content.contract_digest,
        granted_at: at,
      },
    });
    await this.touch(tx, content, at);
  }

  /** Stores what a step changes, and keeps the tool's own marks in line with it. */
  async applyStep(
    tx: Tx,
    content: StoredContent,
    effects: TransitionEffects,
    at: Date,
  ): Promise<void> {
    await tx.toolVersion.update({ where: { id: content.id }, data: columnsOf(effects, at) });
    await this.applyApprovals(tx, content, effects, at);
    await holdNamespaces(tx, [content.tool_id]);
    await tx.tool.update({
      where: { tool_id: content.tool_id },
      data: { updated_at: at, ...(effects.state === 'draft' ? {} : { ever_left_draft: true }) },
    });
    await refreshServable(tx, [content.tool_id]);
  }

  async setRollout(tx: Tx, content: StoredContent, rollout: Rollout, at: Date): Promise<void> {
    await tx.toolVersion.update({
      where: { id: content.id },
      data: { rollout_percent: rollout.percent, rollout_salt: rollout.salt, updated_at: at },
    });
    await this.touch(tx, content, at);
  }

  async hasTool(tx: Tx, toolId: string): Promise<boolean> {
    return (await tx.tool.findUnique({ where: { tool_id: toolId } })) !== null;
  }

  /** A version by its number, with the successor that it names while it is deprecated. */
  async findVersion(
    tx: Tx,
    toolId: string,
    identity: string,
  ): Promise<{ readonly id: bigint; readonly successor: string | null } | null> {
    const version = await tx.toolVersion.findUnique({
      where: { tool_id_version_key: { tool_id: toolId, version_key: identity } },
      select: { id: true, state: true, successor: true },
    });
    if (version === null) return null;
    const { id, state, successor } = version;
    return { id, successor: state === 'deprecated' ? successor : null };
  }

  async audit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
    await appendAudit(tx, entries);
    const broken = entries.filter(({ action }) => action === BREAK_GLASS_ACTION);
    this.meters.brokenGlass.at().add(broken.length);
  }

  /** Whoever asks for what changed since a moment finds the tool by this. */
  private async touch(tx: Tx, { tool_id }: StoredContent, at: Date): Promise<void> {
    await holdNamespaces(tx, [tool_id]);
    await tx.tool.update({ where: { tool_id }, data: { updated_at: at } });
  }

  private async applyApprovals(
    tx: Tx,
    content: StoredContent,
    effects: TransitionEffects,
    at: Date,
  ): Promise<void> {
    if (effects.voidsApprovals) {
      await tx.approval.updateMany({
        where: { tool_version_id: content.id, voided_at: null },
        data: { voided_at: at },
      });
    }
    if (effects.approvedBy === null) return;
    await tx.approval.create({
      data: {
        tool_version_id: content.id,
        subject: effects.approvedBy,
        contract_digest: content.contract_digest,
        approved_at: at,
      },
    });
  }
}

const columnsOf = (effects: TransitionEffects, at: Date) => ({
  state: effects.state,
  updated_at: at,
  ...(effects.addsAuthors.length === 0 ? {} : { authors: { push: [...effects.addsAuthors] } }),
  ...(effects.submits ? { ever_submitted: true } : {}),
  ...(effects.enables ? { ever_enabled: true } : {}),
  ...(effects.retracts ? { retracted: true } : {}),
  ...deprecationColumns(effects.deprecation),
});

const deprecationColumns = (deprecation: TransitionEffects['deprecation']) => {
  if (deprecation === null) return {};
  const { reason, sunset_at, successor } =
    deprecation === 'clear' ? { reason: null, sunset_at: null, successor: null } : deprecation;
  return { deprecation_reason: reason, sunset_at, successor };
};
