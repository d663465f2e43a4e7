import { Injectable } from '@nestjs/common';
import { notFound } from '../../http/problem.js';
import { ReadVersion } from '../versions/read-version.js';
import { daysBefore, ImpactRepository, type AudienceRow } from './impact.repository.js';
import { WriteCounts } from './write-counts.js';

/** A tool, or one version of it. */
export interface ImpactPath {
  readonly tool_id: string;
  readonly version?: string;
}

export interface Impact extends ImpactPath {
  readonly since: Date;
  readonly audiences: readonly AudienceRow[];
  readonly days: readonly { readonly day: Date; readonly answers: bigint }[];
  readonly versions: readonly { readonly version: string; readonly answers: bigint }[];
}

const DAYS = 30;
const MOST_AUDIENCES = 1_000;

/** Who was handed a tool lately, and so who would miss it. */
@Injectable()
export class ReadImpact {
  constructor(
    private readonly impact: ImpactRepository,
    private readonly versions: ReadVersion,
    private readonly counts: WriteCounts,
  ) {}

  async execute(path: ImpactPath, days = DAYS): Promise<Impact> {
    const { tool_id: toolId } = path;
    if (!(await this.impact.hasTool(toolId))) throw notFound();
    const version = await this.numberOf(path);
    // What this replica has counted is part of the answer; the others are ten seconds behind.
    await this.counts.execute();
    const since = daysBefore(new Date(), days - 1);
    const filter = { tool_id: toolId, since, ...(version === undefined ? {} : { version }) };
    const [audiences, byDay, versions] = await Promise.all([
      this.impact.audiences(filter, MOST_AUDIENCES),
      this.impact.days(filter),
      this.impact.versions(filter),
    ]);
    return { ...filter, audiences, days: byDay, versions };
  }

  private async numberOf({ tool_id, version }: ImpactPath): Promise<string | undefined> {
    if (version === undefined) return undefined;
    return (await this.versions.findToRead({ tool_id, version })).version;
  }
}
