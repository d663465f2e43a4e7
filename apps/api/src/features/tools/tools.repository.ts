import { Injectable } from '@nestjs/common';
import type { State } from '#core/lifecycle/state.js';
import { riskRank } from '#core/policy/policy.js';
import { appendAudit, type AuditEntry } from '../../database/audit-trail.js';
import { Database } from '../../database/database.js';
import { Prisma, type Namespace, type Tool } from '../../database/generated/client.js';
import { lockTool } from '../../database/locks.js';
import { occurrenceOf } from '../../database/text-search.js';
import type { Tx } from '../../database/transaction.js';
import type { ToolQuery } from './tools.bodies.js';

export type { Namespace, Tool };

/** A version without its contract: enough for lists. */
export interface VersionSummary {
  readonly id: bigint;
  readonly tool_id: string;
  readonly version: string;
  readonly state: State;
  readonly title: string | null;
  readonly description: string;
  readonly tags: readonly string[];
  readonly rollout_percent: number;
  readonly rollout_salt: string;
}

/** A tool with its namespace's switch and all its versions. */
export interface ListedTool extends Tool {
  readonly namespace_row: Namespace;
  readonly versions: readonly VersionSummary[];
}

interface ToolFilter extends Omit<ToolQuery, 'limit' | 'cursor'> {
  /** The namespaces that the caller may see; null is all. */
  readonly namespaces: readonly string[] | null;
}

export interface PresentationChange {
  readonly owner: string;
  readonly example_queries: readonly string[];
  readonly aliases: readonly string[];
  readonly note: string | null;
}

/** A content that somebody vouches for, and the JSON Pointers of what had been guessed in it. */
export interface ConfirmedVersion {
  readonly version: string;
  readonly contract_digest: string;
  readonly proposed: readonly string[];
}

const SUMMARY = {
  id: true,
  tool_id: true,
  version: true,
  state: true,
  title: true,
  description: true,
  tags: true,
  rollout_percent: true,
  rollout_salt: true,
} as const satisfies Prisma.ToolVersionSelect;

const LISTED = {
  namespace_row: true,
  versions: { select: SUMMARY, orderBy: { id: 'asc' } },
} as const satisfies Prisma.ToolInclude;

@Injectable()
export class ToolsRepository {
  constructor(private readonly database: Database) {}

  find(toolId: string, tx?: Tx): Promise<ListedTool | null> {
    return this.database.reading(
      (db) => db.tool.findUnique({ where: { tool_id: toolId }, include: LISTED }),
      tx,
    );
  }

  /** At most `count` tools with an id after `after`; the column sorts by code points. */
  list(filter: ToolFilter, after: string, count: number): Promise<ListedTool[]> {
    return this.database.reading((db) => this.listIn(db, filter, after, count));
  }

  private async listIn(
    db: Tx,
    filter: ToolFilter,
    after: string,
    count: number,
  ): Promise<ListedTool[]> {
    const ids = await db.$queryRaw<{ tool_id: string }[]>`
      SELECT t.tool_id FROM tool AS t
      WHERE t.tool_id > ${after} AND ${conditionsOf(filter)}
      ORDER BY t.tool_id LIMIT ${count}`;
    const tools = await db.tool.findMany({
      where: { tool_id: { in: ids.map(({ tool_id }) => tool_id) } },
      include: LISTED,
    });
    const byId = new Map(tools.map((tool) => [tool.tool_id, tool]));
    return ids.flatMap(({ tool_id: id }) => byId.get(id) ?? []);
  }

  async lock(tx: Tx, toolId: string): Promise<ListedTool | null> {
    await lockTool(tx, toolId);
    return this.find(toolId, tx);
  }

  /** Writes the presentation and keeps it as a revision. */
  async present(
    tx: Tx,
    tool: Tool,
    presentation: PresentationChange,
    by: string,
    at: Date,
  ): Promise<void> {
    const revision = {
      presentation_version: tool.presentation_version + 1,
      owner: presentation.owner,
      example_queries: [...presentation.example_queries],
      aliases: [...presentation.aliases],
      note: presentation.note,
    };
    await tx.tool.update({
      where: { tool_id: tool.tool_id },
      data: { ...revision, updated_at: at },
    });
    await tx.presentationRevision.create({
      data: { tool_id: tool.tool_id, ...revision, changed_by: by, changed_at: at },
    });
  }

  /** Takes every guess of the tool's versions as confirmed; which there were, version by version. */
  async confirmProposed(tx: Tx, toolId: string, at: Date): Promise<ConfirmedVersion[]> {
    const guessed = { tool_id: toolId, NOT: { proposed: { isEmpty: true } } };
    const confirmed = await tx.toolVersion.findMany({
      where: guessed,
      select: { version: true, contract_digest: true, proposed: true },
      orderBy: { id: 'asc' },
    });
    await tx.toolVersion.updateMany({
      where: guessed,
      data: { proposed: [], updated_at: at },
    });
    if (confirmed.length > 0) {
      await tx.tool.update({ where: { tool_id: toolId }, data: { updated_at: at } });
    }
    return confirmed;
  }

  async audit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
    await appendAudit(tx, entries);
  }
}

const conditionsOf = (filter: ToolFilter): Prisma.Sql => {
  const conditions = [
    Prisma.sql`TRUE`,
    ...(filter.namespaces === null
      ? []
      : [Prisma.sql`t.namespace = ANY(${[...filter.namespaces]}::text[])`]),
    ...(filter.namespace === undefined ? [] : [Prisma.sql`t.namespace = ${filter.namespace}`]),
    ...withinIds(filter.namespace === undefined ? (filter.namespaces ?? []) : [filter.namespace]),
    ...(filter.owner === undefined ? [] : [Prisma.sql`t.owner = ${filter.owner}`]),
    ...(filter.risk_level === undefined
      ? []
      : [Prisma.sql`t.risk_rank = ${riskRank(filter.risk_level)}`]),
    ...(filter.tag === undefined ? [] : [someVersion(Prisma.sql`${filter.tag} = ANY(v.tags)`)]),
    ...(filter.state === undefined
      ? []
      : [someVersion(Prisma.sql`v.state = ${filter.state}::version_state`)]),
    ...(filter.q === undefined ? [] : [occursIn(filter.q)]),
  ];
  return Prisma.join(conditions, ' AND ');
};

/**
 * Where the ids of one namespace lie among all of them: they begin with it, and what follows is a dot, after
 * which the slash comes next. Whoever sees that one alone does not go through all others on the way.
 */
const withinIds = ([namespace, ...others]: readonly string[]): Prisma.Sql[] =>
  namespace === undefined || others.length > 0
    ? []
    : [Prisma.sql`t.tool_id >= ${namespace} AND t.tool_id < ${`${namespace}/`}`];

const someVersion = (condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM tool_version AS v WHERE v.tool_id = t.tool_id AND ${condition})`;

const occursIn = (text: string): Prisma.Sql => {
  const pattern = occurrenceOf(text);
  const inVersion = someVersion(
    Prisma.sql`(v.title ILIKE ${pattern} OR v.description ILIKE ${pattern})`,
  );
  return Prisma.sql`(t.tool_id ILIKE ${pattern} OR ${inVersion})`;
};
