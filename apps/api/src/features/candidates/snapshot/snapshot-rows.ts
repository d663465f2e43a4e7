import type { State } from '#core/lifecycle/state.js';
import type { BinaryRow } from '../../../database/binary-row.js';
import { parseTimestamp } from '../../../database/postgres-text.js';
import { policyOf } from '../../../database/records.js';
import type { Content, ToolColumns, VersionColumns } from '../catalog-rows.js';
import { LoadedPolicies } from './loaded-policy.js';
import type { LoadedTool } from './loaded-tool.js';
import { LoadedVersion } from './loaded-version.js';
import { parseList, readList, readName } from './name-lists.js';
import { placedAlone, TextSlabs } from './text-slabs.js';
import { KnownFacts } from './version-facts.js';

type List = 'allowed_roles' | 'allowed_tenants' | 'task_types' | 'example_queries' | 'aliases';

/**
 * As `SOME` answers: a version in force with its tool, lists as text. `id` is null, and so is what
 * follows, where the tool has none.
 */
export interface SnapshotRow
  extends
    Omit<ToolColumns, 'asked' | List>,
    Pick<Content, 'note'>,
    Omit<VersionColumns, 'id'>,
    Readonly<Record<List, string>> {
  readonly id: string | null;
  readonly contract: string;
}

/** In the order in which `ToolsInRows` reads them. */
const TOOL_COLUMNS = `t.tool_id, t.suspended OR t.namespace IN (
    SELECT n.namespace FROM namespace AS n WHERE n.suspended) AS suspended, t.risk_rank::int,
  t.requires_approval, t.allowed_roles::text, t.allowed_tenants::text, t.task_types::text,
  t.presentation_version, p.note, p.example_queries::text, p.aliases::text`;

const VERSION_COLUMNS = `v.version, v.state::text, v.rollout_percent::int, v.rollout_salt,
  v.deprecation_reason, v.successor, v.contract_digest, v.contract`;

const JOINS = `
  JOIN presentation_revision AS p
    ON p.tool_id = t.tool_id AND p.presentation_version = t.presentation_version
  LEFT JOIN tool_version AS v
    ON v.tool_id = t.tool_id AND v.state IN ('enabled', 'deprecated')
  WHERE t.servable`;

/**
 * How `ALL` is to be read: along the indexes, which are in its order. Of rows that policies keep watch
 * over far fewer are expected than there are, and so each version would be looked up by itself.
 */
export const IN_ORDER = `
  SET enable_nestloop = off; SET enable_hashjoin = off; SET enable_sort = off`;

/** For COPY. */
export const ALL = `SELECT ${TOOL_COLUMNS}, v.id, v.sunset_at::text, ${VERSION_COLUMNS}
  FROM tool AS t ${JOINS} ORDER BY t.tool_id`;

export const SOME = `SELECT ${TOOL_COLUMNS}, v.id, v.sunset_at, ${VERSION_COLUMNS}
  FROM tool AS t ${JOINS} AND t.tool_id = ANY($1::text[]) ORDER BY t.tool_id`;

type Growing = LoadedTool & { versions: LoadedVersion[] };

const NO_VERSIONS: LoadedVersion[] = [];

/** Makes tools of rows; what many of them have in common is there once. */
export class ToolsInRows {
  private readonly slabs = new TextSlabs();
  private readonly policies = new LoadedPolicies(this.slabs);
  private readonly facts = new KnownFacts();
  private tool: Growing | undefined;

  /** Each tool is handed on once its last row was read. */
  constructor(private readonly onTool: (tool: LoadedTool) => void) {}

  /** The next row of `ALL`. */
  read(row: BinaryRow): void {
    const tool = this.toolIn(row);
    this.take(tool, this.versionIn(row));
  }

  /** The next row of `SOME`. */
  readParsed(row: SnapshotRow): void {
    const tool: Growing = {
      tool_id: row.tool_id,
      suspended: row.suspended,
      policy: policyOf({
        ...row,
        allowed_roles: parseList(row.allowed_roles),
        allowed_tenants: parseList(row.allowed_tenants),
        task_types: parseList(row.task_types),
      }),
      presentation_version: row.presentation_version,
      note: row.note,
      example_queries: parseList(row.example_queries),
      aliases: parseList(row.aliases),
      versions: NO_VERSIONS,
    };
    const { id, contract_digest: digest, contract } = row;
    const version =
      id === null
        ? null
        : new LoadedVersion(Number(id), this.facts.of(row), placedAlone(digest, contract));
    this.take(tool, version);
  }

  end(): void {
    if (this.tool !== undefined) this.onTool(this.tool);
    this.tool = undefined;
  }

  private take(tool: Growing, version: LoadedVersion | null): void {
    if (this.tool?.tool_id === tool.tool_id) {
      if (version !== null) this.tool.versions.push(version);
      return;
    }
    this.end();
    // Not grown from an empty list, which takes room for many.
    if (version !== null) tool.versions = [version];
    this.tool = tool;
  }

  private toolIn(row: BinaryRow): Growing {
    return {
      tool_id: row.text(),
      suspended: row.boolean(),
      policy: this.policies.at({
        riskRank: row.integer(),
        requiresApproval: row.boolean(),
        roles: row.place(),
        tenants: row.place(),
        tasks: row.place(),
      }),
      presentation_version: row.integer(),
      note: row.textOrNull(),
      example_queries: readList(row.place()),
      aliases: readList(row.place()),
      versions: NO_VERSIONS,
    };
  }

  private versionIn(row: BinaryRow): LoadedVersion | null {
    const id = row.longOrNull();
    if (id === null) return null;
    const facts = this.facts.of({
      sunset_at: timeOf(row.textOrNull()),
      version: readName(row.place()),
      state: stateOf(readName(row.place())),
      rollout_percent: row.integer(),
      rollout_salt: row.text(),
      deprecation_reason: row.textOrNull(),
      successor: row.textOrNull(),
    });
    return new LoadedVersion(id, facts, this.slabs.put(row.place(), row.place()));
  }
}

const timeOf = (text: string | null): Date | null => (text === null ? null : parseTimestamp(text));

/** No other is asked for. */
const stateOf = (text: string): State => (text === 'enabled' ? 'enabled' : 'deprecated');
