import { Injectable } from '@nestjs/common';
import type { ServedCount } from '#core/impact/served-tally.js';
import { AuditDatabase } from '../../database/audit-database.js';
import { Database } from '../../database/database.js';

/** What is asked about: a tool, or one version of it, since a day. */
export interface ImpactFilter {
  readonly tool_id: string;
  readonly version?: string;
  readonly since: Date;
}

export interface AudienceRow {
  readonly tenant: string;
  readonly roles: string;
  readonly answers: bigint;
  readonly last_day: Date;
}

const KEPT_DAYS = 92;

@Injectable()
export class ImpactRepository {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditDatabase,
  ) {}

  /** Adds to what is there; all of it or nothing. */
  async add(counts: readonly ServedCount[]): Promise<void> {
    // As one text, which costs this process the least. In one order for all replicas: two that add to
    // the same rows wait for each other, and never both.
    const rows = JSON.stringify(counts);
    await this.database.asService(
      (db) => db.$executeRaw`
      INSERT INTO tool_served AS served (tool_id, day, version, tenant, roles, answers)
      SELECT tool_id, day, version, tenant, roles, answers
      FROM json_to_recordset(${rows}::json) AS counted (
        tool_id text, day date, version text, tenant text, roles text, answers bigint)
      ORDER BY tool_id, day, version, tenant, roles
      ON CONFLICT (tool_id, day, version, tenant, roles)
      DO UPDATE SET answers = served.answers + EXCLUDED.answers`,
    );
  }

  async forgetOld(now: Date): Promise<void> {
    await this.database.asService((db) =>
      db.toolServed.deleteMany({
        where: { day: { lt: daysBefore(now, KEPT_DAYS) } },
      }),
    );
  }

  async hasTool(toolId: string): Promise<boolean> {
    const where = { tool_id: toolId };
    const tool = await this.database.reading((db) =>
      db.tool.findUnique({ where, select: { tool_id: true } }),
    );
    return tool !== null;
  }

  /** The audiences that were handed the most first, at most `count` of them. */
  async audiences(filter: ImpactFilter, count: number): Promise<AudienceRow[]> {
    const rows = await this.audit.queries.reading((db) =>
      db.toolServed.groupBy({
        by: ['tenant', 'roles'],
        where: whereOf(filter),
        _sum: { answers: true },
        _max: { day: true },
        orderBy: [{ _sum: { answers: 'desc' } }, { tenant: 'asc' }, { roles: 'asc' }],
        take: count,
      }),
    );
    return rows.map(({ tenant, roles, _sum: { answers }, _max: { day } }) => ({
      tenant,
      roles,
      answers: answers ?? 0n,
      last_day: day ?? filter.since,
    }));
  }

  async days(filter: ImpactFilter): Promise<{ day: Date; answers: bigint }[]> {
    const rows = await this.audit.queries.reading((db) =>
      db.toolServed.groupBy({
        by: ['day'],
        where: whereOf(filter),
        _sum: { answers: true },
        orderBy: { day: 'asc' },
      }),
    );
    return rows.map(({ day, _sum: { answers } }) => ({ day, answers: answers ?? 0n }));
  }

  async versions(filter: ImpactFilter): Promise<{ version: string; answers: bigint }[]> {
    const rows = await this.audit.queries.reading((db) =>
      db.toolServed.groupBy({
        by: ['version'],
        where: whereOf(filter),
        _sum: { answers: true },
        orderBy: [{ _sum: { answers: 'desc' } }, { version: 'asc' }],
        take: 1_000,
      }),
    );
    return rows.map(({ version, _sum: { answers } }) => ({ version, answers: answers ?? 0n }));
  }
}

const whereOf = ({ tool_id, version, since }: ImpactFilter) => ({
  tool_id,
  day: { gte: since },
  ...(version === undefined ? {} : { version }),
});

const DAY_MS = 86_400_000;

/** The beginning of the day so many days before that of `now`, in UTC. */
export const daysBefore = (now: Date, days: number): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) - days) * DAY_MS);
