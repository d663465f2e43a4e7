import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import type { State } from '#core/lifecycle/state.js';
import { rawArrays, TEXT_ARRAY, type ReadAsOf } from '../../../database/change-feed.js';
import { DATABASE_URL } from '../../../database/database.js';
import { policyOf } from '../../../database/records.js';
import { AS_SERVICE } from '../../../database/roles/app-role.js';
import { storedVersion } from '../catalog-rows.js';
import type { LoadedTool, LoadedVersion } from './loaded-tool.js';

const TOOLS_AT_ONCE = 400;

/** Reads tools with all that candidates are told of them. */
@Injectable()
export class SnapshotRepository {
  private readonly names = new Map<string, string>();
  private readonly lists = new Map<string, readonly string[]>();
  /** Fewer after a part that could not be read, be it for its size: the next one is smaller. */
  private atOnce = TOOLS_AT_ONCE;

  constructor(@Inject(DATABASE_URL) private readonly url: string) {}

  /** All that can be served, by tool_id, some at a time; each part as of a moment of its own. */
  async *all(): AsyncGenerator<readonly LoadedTool[]> {
    const client = new pg.Client({ connectionString: this.url, ...LIMITS });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(AS_SERVICE);
      const { atOnce } = this;
      let after = '';
      for (let count = atOnce; count === atOnce;) {
        this.atOnce = Math.ceil(atOnce / 4);
        const answer = await client.query<SnapshotRow>({
          name: `qm_snapshot_${atOnce}`,
          text: `${SELECT} (SELECT * FROM tool WHERE servable AND tool_id > $1
            ORDER BY tool_id LIMIT ${atOnce}) AS t ${JOINS}`,
          values: [after],
          types: rawArrays,
        });
        this.atOnce = atOnce;
        const tools = this.toolsOf(answer.rows);
        count = tools.length;
        after = tools.at(-1)?.tool_id ?? after;
        yield tools;
      }
      this.atOnce = TOOLS_AT_ONCE;
    } finally {
      await client.end();
    }
  }

  /** Those of the tools that can be served, as of the moment that `read` reads. */
  async some(toolIds: readonly string[], read: ReadAsOf): Promise<LoadedTool[]> {
    const tools: LoadedTool[] = [];
    for (let start = 0; start < toolIds.length; start += TOOLS_AT_ONCE) {
      const rows = await read<SnapshotRow>(
        `${SELECT} (SELECT * FROM tool WHERE servable AND tool_id = ANY($1::text[])) AS t ${JOINS}`,
        [toolIds.slice(start, start + TOOLS_AT_ONCE)],
      );
      tools.push(...this.toolsOf(rows));
    }
    return tools;
  }

  private toolsOf(rows: readonly SnapshotRow[]): LoadedTool[] {
    const tools: (LoadedTool & { readonly versions: LoadedVersion[] })[] = [];
    for (const row of rows) {
      let tool = tools.at(-1);
      if (tool?.tool_id !== row.tool_id) {
        tool = this.toolOf(row);
        tools.push(tool);
      }
      if (row.id === null) continue;
      const version = storedVersion({ ...row, id: BigInt(row.id) });
      tool.versions.push({ ...version, contract: row.contract });
    }
    return tools;
  }

  private toolOf(row: SnapshotRow): LoadedTool & { readonly versions: LoadedVersion[] } {
    return {
      tool_id: row.tool_id,
      suspended: row.suspended,
      policy: policyOf({
        risk_rank: row.risk_rank,
        requires_approval: row.requires_approval,
        allowed_roles: this.listOf(row.allowed_roles),
        allowed_tenants: this.listOf(row.allowed_tenants),
        task_types: this.listOf(row.task_types),
      }),
      presentation_version: row.presentation_version,
      note: row.note,
      example_queries: parseList(row.example_queries),
      aliases: parseList(row.aliases),
      versions: [],
    };
  }

  /** The same few lists come again and again, or at least the same few names. */
  private listOf(text: string): readonly string[] {
    const known = this.lists.get(text);
    if (known !== undefined) return known;
    if (this.lists.size >= MOST_LISTS) this.lists.clear();
    const list = parseList(text).map((name) => this.nameOf(name));
    this.lists.set(text, list);
    return list;
  }

  /** One text for every place that has the name, and not a part of each list's own. */
  private nameOf(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    if (this.names.size >= MOST_NAMES) this.names.clear();
    this.names.set(name, name);
    return name;
  }
}

const MOST_NAMES = 20_000;
const MOST_LISTS = 20_000;

const NO_TEXT: readonly string[] = [];

const parseArray: (text: string) => string[] = pg.types.getTypeParser(TEXT_ARRAY);

/** Nothing in it is quoted, escaped or NULL: names of roles, tenants and tasks hardly ever are. */
const PLAIN_LIST = /^\{[^"\\{}]+\}$/;

const parseList = (text: string): readonly string[] => {
  if (text === '{}') return NO_TEXT;
  if (!PLAIN_LIST.test(text) || /\bnull\b/i.test(text)) return parseArray(text);
  return text.slice(1, -1).split(',');
};

const LIMITS = {
  connectionTimeoutMillis: 1_000,
  query_timeout: 20_000,
  statement_timeout: 15_000,
  application_name: 'quartermaster-load',
} as const satisfies pg.ClientConfig;

interface SnapshotRow {
  readonly tool_id: string;
  readonly suspended: boolean;
  readonly risk_rank: number;
  readonly requires_approval: boolean;
  readonly allowed_roles: string;
  readonly allowed_tenants: string;
  readonly task_types: string;
  readonly presentation_version: number;
  readonly note: string | null;
  readonly example_queries: string;
  readonly aliases: string;
  /** Null, as all that follow, for a tool without a version in force. */
  readonly id: string | null;
  readonly version: string;
  readonly state: State;
  readonly contract_digest: string;
  readonly rollout_percent: number;
  readonly rollout_salt: string;
  readonly deprecation_reason: string | null;
  readonly sunset_at: Date | null;
  readonly successor: string | null;
  readonly contract: string;
}

const SELECT = `
  SELECT t.tool_id, t.suspended OR n.suspended AS suspended, t.risk_rank, t.requires_approval,
    t.allowed_roles, t.allowed_tenants, t.task_types, t.presentation_version,
    p.note, p.example_queries, p.aliases, v.id, v.version, v.state, v.contract_digest,
    v.rollout_percent, v.rollout_salt, v.deprecation_reason, v.sunset_at, v.successor, v.contract
  FROM`;

const JOINS = `
  JOIN namespace AS n ON n.namespace = t.namespace
  JOIN presentation_revision AS p
    ON p.tool_id = t.tool_id AND p.presentation_version = t.presentation_version
  LEFT JOIN tool_version AS v
    ON v.tool_id = t.tool_id AND v.state IN ('enabled', 'deprecated')
  ORDER BY t.tool_id`;
