import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import type { RegisteredVersion } from '#core/registration/facts.js';
import type { CatalogFacts, ToolFacts } from '#core/registration/decide-registrations.js';
import { bySlices } from '../../database/by-slices.js';
import { Database } from '../../database/database.js';
import { lockTools } from '../../database/locks.js';
import { policyOf } from '../../database/records.js';
import type { Tx } from '../../database/transaction.js';
import {
  declaredChanges,
  storedVersion,
  SUMMARY,
  type StoredVersion,
} from '../versions/stored-version.js';

/** A stored tool with what a registration of it has to know and to number on from. */
export interface StoredTool extends ToolFacts {
  readonly versions: readonly (StoredVersion & RegisteredVersion)[];
  readonly policy_version: number;
  readonly policy_digest: string;
  readonly presentation_version: number;
  readonly note: string | null;
}

/** What is stored around some tool_ids, in whatever case. */
export interface StoredCatalog extends CatalogFacts {
  readonly tools: readonly StoredTool[];
  readonly namespaces: readonly string[];
  /** The open proposal of each tool whose policy a registration may still change. */
  readonly openProposals: readonly (readonly [toolId: string, id: string])[];
}

@Injectable()
export class RegistrationsRepository {
  constructor(private readonly database: Database) {}

  load(toolIds: readonly string[], tx?: Tx): Promise<StoredCatalog> {
    return this.database.reading((db) => this.loadIn(db, toolIds), tx);
  }

  private async loadIn(db: Tx, toolIds: readonly string[]): Promise<StoredCatalog> {
    const toolKeys = [...new Set(toolIds.map((toolId) => toolId.toLowerCase()))];
    const namespaceKeys = [...new Set(toolKeys.map(namespaceOf))];
    // Also of those that are not the caller's: a second spelling is refused.
    const namespaces = await db.$queryRaw<{ namespace: string }[]>`
      SELECT namespace FROM namespace_spellings(${namespaceKeys})`;
    const tools = await bySlices(toolKeys, (some) =>
      db.tool.findMany({ where: { tool_key: { in: some } } }),
    );
    const versions = await bySlices(
      tools.map((tool) => tool.tool_id),
      (some) =>
        db.toolVersion.findMany({
          where: { tool_id: { in: some } },
          select: { ...SUMMARY, changes: true },
        }),
    );
    const versionsOf = new Map<string, StoredTool['versions'][number][]>(
      tools.map((tool) => [tool.tool_id, []]),
    );
    for (const row of versions) {
      const version = { ...storedVersion(row), changes: declaredChanges(row) };
      versionsOf.get(row.tool_id)?.push(version);
    }
    return {
      openProposals: await this.openProposals(
        tools.filter((tool) => !tool.ever_left_draft).map((tool) => tool.tool_id),
        db,
      ),
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

  private async openProposals(
    toolIds: readonly string[],
    db: Tx,
  ): Promise<StoredCatalog['openProposals']> {
    const open = await bySlices(toolIds, (some) =>
      db.policyProposal.findMany({
        where: { tool_id: { in: some }, status: 'open' },
        select: { tool_id: true, id: true },
      }),
    );
    return open.map(({ tool_id: toolId, id }) => [toolId, id]);
  }

  /** The same with the tools' locks held, so that it stays true until the transaction ends. */
  async lockAndLoad(tx: Tx, toolIds: readonly string[]): Promise<StoredCatalog> {
    await lockTools(tx, toolIds);
    return this.load(toolIds, tx);
  }
}
