import { Injectable } from '@nestjs/common';
import type { Reach } from '#core/candidates/select.js';
import { riskRank, type RiskLevel } from '#core/policy/policy.js';
import { ANY, isEvery, type NameList } from '#core/policy/scope.js';
import { Database } from '../../database/database.js';
import { Prisma } from '../../database/generated/client.js';
import { occurrenceOf } from '../../database/text-search.js';
import {
  catalogOf,
  contentOf,
  type CatalogRow,
  type Content,
  type ContentRow,
} from './catalog-rows.js';
import type { Catalog, StoredOffer } from './catalog.js';

export interface ListFilter {
  readonly namespace?: string;
  readonly tag?: string;
  readonly risk_level?: RiskLevel;
  readonly q?: string;
}

/**
 * Reads the catalog for candidates straight from the tables. All that can change is read by one
 * statement, and therefore as of one moment; what is read later by its own number (contracts of
 * versions in force, revisions of the presentation) never changes. The conditions only spare rows:
 * who may see what is decided by `select` alone, and everything it would let pass passes here.
 */
@Injectable()
export class CandidatesRepository {
  constructor(private readonly database: Database) {}

  /** The tools that could be within a reach, by tool_id. */
  within(reach: Reach): Promise<Catalog> {
    return this.read(Prisma.sql`WHERE ${couldBeWithin(reach)}`);
  }

  /** At most `count` such tools after a tool_id, narrowed by what a list is filtered with. */
  page(reach: Reach, filter: ListFilter, after: string, count: number): Promise<Catalog> {
    return this.read(Prisma.sql`
      WHERE ${couldBeWithin(reach)} AND ${couldMatch(filter)} AND t.tool_id > ${after}
      ORDER BY t.tool_id LIMIT ${count}`);
  }

  async find(toolId: string): Promise<Catalog> {
    return this.read(Prisma.sql`WHERE t.tool_id = ${toolId}`);
  }

  /** Every tool of some namespaces, whatever its state. */
  all(namespaces: NameList): Promise<Catalog> {
    return this.read(Prisma.sql`WHERE ${inNamespaces(namespaces)}`);
  }

  /** In the order of the offers. */
  async contents(offers: readonly StoredOffer[]): Promise<Content[]> {
    if (offers.length === 0) return [];
    const ids = offers.map(({ version }) => String(version.id));
    const revisions = offers.map(({ tool }) => tool.presentation_version);
    // Of offers that the caller was found to see, and may see no more by now: an answer is of one moment.
    const rows = await this.database.asService(
      (db) => db.$queryRaw<ContentRow[]>`
        SELECT v.id, v.contract, p.note, p.example_queries, p.aliases
        FROM unnest(${ids}::text[]::bigint[], ${revisions}::integer[]) AS wanted(id, revision)
        JOIN tool_version AS v ON v.id = wanted.id
        JOIN presentation_revision AS p
          ON p.tool_id = v.tool_id AND p.presentation_version = wanted.revision`,
    );
    const contents = new Map(rows.map((row) => [row.id, contentOf(row)]));
    return offers.map(({ version }) => {
      const content = contents.get(version.id);
      if (content === undefined) throw new Error(`version ${version.id} has lost its contract`);
      return content;
    });
  }

  private async read(asked: Prisma.Sql): Promise<Catalog> {
    const rows = await this.database.reading(
      (db) => db.$queryRaw<CatalogRow[]>`
      WITH asked AS MATERIALIZED (SELECT t.tool_id FROM tool AS t ${asked}),
      named AS (
        SELECT tool_id FROM asked
        UNION
        SELECT split_part(v.successor, '@', 1) FROM asked JOIN tool_version AS v USING (tool_id)
        WHERE v.state = 'deprecated' AND v.successor IS NOT NULL)
      SELECT t.tool_id, t.suspended OR n.suspended AS suspended, t.risk_rank, t.requires_approval,
        t.allowed_roles, t.allowed_tenants, t.task_types, t.presentation_version,
        a.tool_id IS NOT NULL AS asked, v.id, v.version, v.state, v.contract_digest,
        v.rollout_percent, v.rollout_salt, v.deprecation_reason, v.sunset_at, v.successor
      FROM named JOIN tool AS t USING (tool_id)
      JOIN namespace AS n ON n.namespace = t.namespace
      LEFT JOIN asked AS a ON a.tool_id = t.tool_id
      LEFT JOIN tool_version AS v
        ON v.tool_id = t.tool_id AND v.state IN ('enabled', 'deprecated')
      ORDER BY t.tool_id`,
    );
    return catalogOf(rows);
  }
}

/** With the index over what is servable: the names asked for, and `*`, in each of the lists. */
const couldBeWithin = (reach: Reach): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`t.servable`,
      inNamespaces(reach.namespaces),
      ...couldAdmit(Prisma.sql`t.allowed_roles`, reach.roles),
      ...couldAdmit(Prisma.sql`t.allowed_tenants`, reach.tenants),
      ...couldAdmit(Prisma.sql`t.task_types`, reach.task_types),
      Prisma.sql`t.risk_rank <= ${riskRank(reach.max_risk)}`,
    ],
    ' AND ',
  );

const couldAdmit = (column: Prisma.Sql, names: NameList): Prisma.Sql[] =>
  isEvery(names) ? [] : [Prisma.sql`${column} && ${[...names, ANY]}::text[]`];

const inNamespaces = (namespaces: NameList): Prisma.Sql =>
  isEvery(namespaces)
    ? Prisma.sql`TRUE`
    : Prisma.sql`t.namespace = ANY(${[...namespaces]}::text[])`;

const couldMatch = ({ namespace, tag, risk_level: risk, q }: ListFilter): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`TRUE`,
      ...(namespace === undefined ? [] : [Prisma.sql`t.namespace = ${namespace}`]),
      ...(risk === undefined ? [] : [Prisma.sql`t.risk_rank = ${riskRank(risk)}`]),
      ...(tag === undefined ? [] : [inForce(Prisma.sql`${tag} = ANY(v.tags)`)]),
      ...(q === undefined ? [] : [occursIn(q)]),
    ],
    ' AND ',
  );

const inForce = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM tool_version AS v
  WHERE v.tool_id = t.tool_id AND v.state IN ('enabled', 'deprecated') AND ${condition})`;

const occursIn = (text: string): Prisma.Sql => {
  const pattern = occurrenceOf(text);
  const said = inForce(Prisma.sql`(v.title ILIKE ${pattern} OR v.description ILIKE ${pattern})`);
  return Prisma.sql`(t.tool_id ILIKE ${pattern} OR ${said})`;
};
