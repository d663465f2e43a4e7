import type { RegisteredVersion } from '#core/registration/facts.js';
import type { CatalogFacts, ToolFacts } from '#core/registration/decide-registrations.js';
import { findVersion } from '#core/registration/judge.js';
import { parseVersion } from '#core/versions/version.js';
import type { State } from '#core/lifecycle/state.js';
import { policyOf, type PolicyColumns } from '../../database/records.js';
import { declaredChanges, storedVersion, type StoredVersion } from '../versions/stored-version.js';

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
  /** All of it as one text: where that is the same, so is everything else. */
  readonly facts: string;
  readonly tools: readonly StoredTool[];
  readonly namespaces: readonly string[];
  /** The open proposal of each tool that has one. */
  readonly openProposals: readonly (readonly [toolId: string, id: string])[];
}

/** As `registration_facts` tells it. */
interface Facts {
  readonly namespaces: readonly string[];
  readonly tools: readonly ToolRow[];
  readonly versions: readonly VersionRow[];
  readonly open_proposals: readonly { readonly tool_id: string; readonly id: string }[];
}

interface ToolRow extends PolicyColumns {
  readonly tool_id: string;
  readonly owner: string;
  readonly example_queries: readonly string[];
  readonly aliases: readonly string[];
  readonly note: string | null;
  readonly presentation_version: number;
  readonly policy_version: number;
  readonly policy_digest: string;
  readonly ever_left_draft: boolean;
}

interface VersionRow {
  readonly id: number;
  readonly tool_id: string;
  readonly version: string;
  readonly state: State;
  readonly ever_enabled: boolean;
  readonly retracted: boolean;
  readonly contract_digest: string;
  readonly changes: string;
}

export const storedCatalog = (facts: string): StoredCatalog => {
  // Columns of ours, under names that are ours too.
  const { namespaces, tools, versions, open_proposals: proposals } = JSON.parse(facts) as Facts;
  const versionsOf = new Map<string, StoredTool['versions'][number][]>(
    tools.map((tool) => [tool.tool_id, []]),
  );
  for (const row of versions) {
    const version = storedVersion({ ...row, id: BigInt(row.id) });
    versionsOf.get(row.tool_id)?.push({ ...version, changes: declaredChanges(row) });
  }
  return {
    facts,
    namespaces,
    openProposals: proposals.map(({ tool_id: toolId, id }) => [toolId, id]),
    tools: tools.map((row) => storedTool(row, versionsOf.get(row.tool_id) ?? [])),
  };
};

/**
 * For which tool a manifest will be linted, as far as that is known beforehand: for its own where there is
 * no version of this number yet, and else maybe not at all.
 */
export const lintedFor = ({
  tools,
}: StoredCatalog): ((toolId: string, version: string) => string | null) => {
  const versionsOf = new Map(tools.map(({ tool_id, versions }) => [tool_id, versions]));
  return (toolId, version) => {
    const number = parseVersion(version);
    const isNew =
      number !== null && findVersion(versionsOf.get(toolId) ?? [], number) === undefined;
    return isNew ? toolId : null;
  };
};

const storedTool = (row: ToolRow, versions: StoredTool['versions']): StoredTool => ({
  tool_id: row.tool_id,
  tool: {
    policy: policyOf(row),
    owner: row.owner,
    example_queries: row.example_queries,
    aliases: row.aliases,
    ever_left_draft: row.ever_left_draft,
  },
  versions,
  policy_version: row.policy_version,
  policy_digest: row.policy_digest,
  presentation_version: row.presentation_version,
  note: row.note,
});
