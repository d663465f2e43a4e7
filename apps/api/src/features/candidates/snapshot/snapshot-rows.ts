import type { BinaryRow } from '../../../database/binary-row.js';
import { policyOf } from '../../../database/records.js';
import type { Content, ToolColumns, VersionColumns } from '../catalog-rows.js';
import type { LoadedTool } from './loaded-tool.js';
import { FactsInRows } from './facts-in-rows.js';
import { LoadedVersion, textsOfVersion } from './loaded-version.js';
import { parseList } from './name-lists.js';
import { TOOL_FIELDS, ToolInRow } from './tool-in-row.js';
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

/** In the order in which `ToolInRow` reads them. */
const TOOL_COLUMNS = `t.tool_id, t.suspended OR t.namespace IN (
    SELECT n.namespace FROM namespace AS n WHERE n.suspended) AS suspended, t.risk_rank::int,
  t.requires_approval, t.allowed_roles::text, t.allowed_tenants::text, t.task_types::text,
  t.presentation_version, p.note, p.example_queries::text, p.aliases::text`;

/** In the order in which `FactsInRows` reads them, and the texts behind. */
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

/** Makes tools of rows; what many of them have in common is there once. */
export class ToolsInRows {
  private readonly facts = new KnownFacts();
  private readonly factsInRows = new FactsInRows(this.facts);
  private tool: Growing | undefined;

  /** Each tool is handed on once its last row was read. */
  constructor(private readonly onTool: (tool: LoadedTool) => void) {}

  /** The next row of `ALL`, whose bytes stay as they are. */
  read(row: BinaryRow): void {
    const id = row.place();
    const toolId = row.bytes.toString('latin1', id.start, id.end);
    const { position } = row;
    const version = this.versionIn(row.skip(TOOL_FIELDS));
    if (this.tool?.tool_id === toolId) this.add(this.tool, version);
    // Not grown from an empty list, which takes room for many.
    else this.begin(new ToolInRow(toolId, version === null ? [] : [version], row.bytes, position));
  }

  /** The next row of `SOME`. */
  readParsed(row: SnapshotRow): void {
    const { id, contract_digest: digest, contract } = row;
    const version =
      id === null
        ? null
        : new LoadedVersion(Number(id), this.facts.of(row), textsOfVersion(digest, contract), 0);
    if (this.tool?.tool_id === row.tool_id) this.add(this.tool, version);
    else this.begin({ ...toolOf(row), versions: version === null ? [] : [version] });
  }

  end(): void {
    if (this.tool !== undefined) this.onTool(this.tool);
    this.tool = undefined;
  }

  private add(tool: Growing, version: LoadedVersion | null): void {
    if (version !== null) tool.versions.push(version);
  }

  private begin(tool: Growing): void {
    this.end();
    this.tool = tool;
  }

  private versionIn(row: BinaryRow): LoadedVersion | null {
    const id = row.longOrNull();
    if (id === null) return null;
    const facts = this.factsInRows.in(row);
    return new LoadedVersion(id, facts, row.bytes, row.position);
  }
}

const toolOf = (row: SnapshotRow): Omit<LoadedTool, 'versions'> => ({
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
});
