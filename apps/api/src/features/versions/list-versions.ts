import { Injectable } from '@nestjs/common';
import { viewOf } from '#core/policy/grant.js';
import { isBelow, precedence } from '#core/versions/precedence.js';
import { parseVersion, type Version } from '#core/versions/version.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Settings } from '../../config/env.js';
import { Cursors } from '../../http/cursors.js';
import { filterOf, readPage, type Page, type PageRequest } from '../../http/page.js';
import { notFound } from '../../http/problem.js';
import { CandidateViews } from '../candidates/candidate-views.js';
import type { StoredVersion } from './stored-version.js';
import { versionAnswer } from './versions.answers.js';
import { VersionsRepository } from './versions.repository.js';

/** The versions of a tool, the highest first, as far as the caller may see them. */
@Injectable()
export class ListVersions {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly candidates: CandidateViews,
    private readonly cursors: Cursors,
    private readonly settings: Settings,
  ) {}

  async execute(
    toolId: string,
    request: PageRequest,
    context: RequestContext,
  ): Promise<Page<object>> {
    return viewOf(context.caller.grant) === 'governance'
      ? this.governed(toolId, request)
      : this.candidates.listVersions(toolId, request, context);
  }

  private async governed(toolId: string, request: PageRequest): Promise<Page<object>> {
    const all = await this.versions.versionsOf(toolId);
    if (all.length === 0 && !(await this.versions.hasTool(toolId))) throw notFound();
    const page = await this.page(toolId, request, all);
    const judging = { now: new Date(), lint: this.settings.lint };
    const rows = await this.versions.findAll(page.items.map(({ id }) => id));
    return { items: rows.map((row) => versionAnswer(row, judging)), next_cursor: page.next_cursor };
  }

  /** A tool has few versions, and their order is none that the database knows. */
  private page(
    toolId: string,
    request: PageRequest,
    all: readonly StoredVersion[],
  ): Promise<Page<StoredVersion>> {
    const ordered = [...all].sort((one, other) => precedence(other.version, one.version));
    return readPage(this.cursors, request, {
      filter: filterOf('versions', { tool_id: toolId }),
      positionOf: ({ version }) => version.identity,
      rowsAfter: async (position, count) => {
        const last = position === null ? null : parseVersion(String(position));
        return ordered.filter(({ version }) => isAfter(version, last)).slice(0, count);
      },
    });
  }
}

const isAfter = (version: Version, last: Version | null): boolean =>
  last === null || isBelow(version, last);
