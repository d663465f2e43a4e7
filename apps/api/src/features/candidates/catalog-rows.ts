import type { Contract } from '#core/contract/contract.js';
import type { State } from '#core/lifecycle/state.js';
import { contractOf, policyOf, versionOf } from '../../database/records.js';
import type { Catalog, StoredTool, StoredVersion } from './catalog.js';

/** What is told of an offer: its contract, and the platform's words on its tool. */
export interface Content {
  readonly contract: Contract;
  readonly note: string | null;
  readonly example_queries: readonly string[];
  readonly aliases: readonly string[];
}

export interface ToolColumns {
  readonly tool_id: string;
  readonly suspended: boolean;
  readonly risk_rank: number;
  readonly requires_approval: boolean;
  readonly allowed_roles: readonly string[];
  readonly allowed_tenants: readonly string[];
  readonly task_types: readonly string[];
  readonly presentation_version: number;
  readonly asked: boolean;
}

export interface VersionColumns {
  readonly id: bigint;
  readonly version: string;
  readonly state: State;
  readonly contract_digest: string;
  readonly rollout_percent: number;
  readonly rollout_salt: string;
  readonly deprecation_reason: string | null;
  readonly sunset_at: Date | null;
  readonly successor: string | null;
}

/** One row for each version in force, and one for a tool without any. */
export type CatalogRow = ToolColumns & (VersionColumns | { readonly id: null });

export interface ContentRow {
  readonly id: bigint;
  readonly contract: string;
  readonly note: string | null;
  readonly example_queries: readonly string[];
  readonly aliases: readonly string[];
}

export const catalogOf = (rows: readonly CatalogRow[]): Catalog => {
  const named = new Map<string, StoredTool & { readonly versions: StoredVersion[] }>();
  const tools: StoredTool[] = [];
  for (const row of rows) {
    let tool = named.get(row.tool_id);
    if (tool === undefined) {
      tool = toolOf(row);
      named.set(row.tool_id, tool);
      if (row.asked) tools.push(tool);
    }
    if (row.id !== null) tool.versions.push(storedVersion(row));
  }
  return { tools, named };
};

const toolOf = (row: ToolColumns): StoredTool & { readonly versions: StoredVersion[] } => ({
  tool_id: row.tool_id,
  suspended: row.suspended,
  policy: policyOf(row),
  presentation_version: row.presentation_version,
  versions: [],
});

export const storedVersion = (row: VersionColumns): StoredVersion => ({
  id: row.id,
  version: versionOf(row),
  state: row.state,
  rollout: { percent: row.rollout_percent, salt: row.rollout_salt },
  contract_digest: row.contract_digest,
  deprecation_reason: row.deprecation_reason,
  sunset_at: row.sunset_at,
  successor: row.successor,
});

export const contentOf = (row: ContentRow): Content => ({
  contract: contractOf(row),
  note: row.note,
  example_queries: row.example_queries,
  aliases: row.aliases,
});
