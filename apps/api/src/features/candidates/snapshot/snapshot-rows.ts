import type { State } from '#core/lifecycle/state.js';
import type { Rollout } from '#core/versions/rollout.js';
import type { BinaryRow } from '../../../database/binary-row.js';
import { parseTimestamp } from '../../../database/postgres-text.js';
import { policyOf, versionOf } from '../../../database/records.js';
import type { Content, ToolColumns, VersionColumns } from '../catalog-rows.js';
import type { LoadedTool } from './loaded-tool.js';
import { LoadedVersion } from './loaded-version.js';
import { NameLists, parseList } from './name-lists.js';
import { placedAlone, TextSlabs, type PlacedTexts } from './text-slabs.js';

/** A version in force with its tool; `id` is null, and so is what follows, where the tool has none. */
interface VersionRow
  extends
    Omit<ToolColumns, 'asked'>,
    Omit<Content, 'contract'>,
    Omit<VersionColumns, 'id' | 'contract_digest'> {
  readonly id: bigint | null;
}

type List = 'allowed_roles' | 'allowed_tenants' | 'task_types' | 'example_queries' | 'aliases';

/** As `SOME` answers; lists as text. */
export interface SnapshotRow extends Omit<VersionRow, 'id' | List>, Readonly<Record<List, string>> {
  readonly id: string | null;
  readonly contract_digest: string;
  readonly contract: string;
}

/** In the order in which `ToolsInRows` reads them. */
const TOOL_COLUMNS = `t.tool_id, t.suspended OR n.suspended AS suspended, t.risk_rank::int,
  t.requires_approval, t.allowed_roles::text, t.allowed_tenants::text, t.task_types::text,
  t.presentation_version, p.note, p.example_queries::text, p.aliases::text`;

const VERSION_COLUMNS = `v.version, v.state::text, v.rollout_percent::int, v.rollout_salt,
  v.deprecation_reason, v.successor, v.contract_digest, v.contract`;

const JOINS = `
  JOIN namespace AS n ON n.namespace = t.namespace
  JOIN presentation_revision AS p
    ON p.tool_id = t.tool_id AND p.presentation_version = t.presentation_version
  LEFT JOIN tool_version AS v
    ON v.tool_id = t.tool_id AND v.state IN ('enabled', 'deprecated')
  WHERE t.servable`;

/** For COPY. */
export const ALL = `SELECT ${TOOL_COLUMNS}, v.id, v.sunset_at::text, ${VERSION_COLUMNS}
  FROM tool AS t ${JOINS} ORDER BY t.tool_id`;

export const SOME = `SELECT ${TOOL_COLUMNS}, v.id, v.sunset_at, ${VERSION_COLUMNS}
  FROM tool AS t ${JOINS} AND t.tool_id = ANY($1::text[]) ORDER BY t.tool_id`;

type Growing = LoadedTool & { readonly versions: LoadedVersion[] };

/** Makes tools of rows; what many of them have in common is there once. */
export class ToolsInRows {
  private readonly lists = new NameLists();
  private readonly slabs = new TextSlabs();
  private rollout: Rollout = { percent: 100, salt: '' };
  private tool: Growing | undefined;

  /** Each tool is handed on once its last row was read. */
  constructor(private readonly onTool: (tool: LoadedTool) => void) {}

  /** The next row of `ALL`. */
  read(row: BinaryRow): void {
    this.take(this.versionRow(row), () => this.slabs.put(row.place(), row.place()));
  }

  /** The next row of `SOME`. */
  readParsed({ id, contract_digest: digest, contract, ...row }: SnapshotRow): void {
    const { lists } = this;
    const parsed = {
      ...row,
      id: id === null ? null : BigInt(id),
      allowed_roles: lists.of(row.allowed_roles),
      allowed_tenants: lists.of(row.allowed_tenants),
      task_types: lists.of(row.task_types),
      example_queries: parseList(row.example_queries),
      aliases: parseList(row.aliases),
    };
    this.take(parsed, () => placedAlone(digest, contract));
  }

  end(): void {
    if (this.tool !== undefined) this.onTool(this.tool);
    this.tool = undefined;
  }

  private take(row: VersionRow, texts: () => PlacedTexts): void {
    const version = row.id === null ? null : this.versionOf(row, row.id, texts());
    if (this.tool?.tool_id === row.tool_id) {
      if (version !== null) this.tool.versions.push(version);
      return;
    }
    this.end();
    // Not grown from an empty list, which takes room for many.
    this.tool = toolOf(row, version === null ? [] : [version]);
  }

  private versionOf(row: VersionRow, id: bigint, texts: PlacedTexts): LoadedVersion {
    const { state, deprecation_reason, sunset_at, successor } = row;
    const facts = { id, version: versionOf(row), state, deprecation_reason, sunset_at, successor };
    return new LoadedVersion({ ...facts, rollout: this.rolloutOf(row) }, texts);
  }

  private rolloutOf({ rollout_percent: percent, rollout_salt: salt }: VersionRow): Rollout {
    const { rollout } = this;
    if (rollout.percent !== percent || rollout.salt !== salt) this.rollout = { percent, salt };
    return this.rollout;
  }

  private versionRow(row: BinaryRow): VersionRow {
    const { lists } = this;
    return {
      tool_id: row.text(),
      suspended: row.boolean(),
      risk_rank: row.integer(),
      requires_approval: row.boolean(),
      allowed_roles: lists.at(row.place()),
      allowed_tenants: lists.at(row.place()),
      task_types: lists.at(row.place()),
      presentation_version: row.integer(),
      note: row.textOrNull(),
      example_queries: parseList(row.text()),
      aliases: parseList(row.text()),
      id: row.bigintOrNull(),
      sunset_at: timeOf(row.textOrNull()),
      version: row.text(),
      state: stateOf(row.text()),
      rollout_percent: row.integer(),
      rollout_salt: row.text(),
      deprecation_reason: row.textOrNull(),
      successor: row.textOrNull(),
    };
  }
}

const toolOf = (row: VersionRow, versions: LoadedVersion[]): Growing => ({
  tool_id: row.tool_id,
  suspended: row.suspended,
  policy: policyOf(row),
  presentation_version: row.presentation_version,
  note: row.note,
  example_queries: row.example_queries,
  aliases: row.aliases,
  versions,
});

const timeOf = (text: string | null): Date | null => (text === null ? null : parseTimestamp(text));

/** No other is asked for. */
const stateOf = (text: string): State => (text === 'enabled' ? 'enabled' : 'deprecated');
