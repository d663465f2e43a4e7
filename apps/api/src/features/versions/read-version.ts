import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { mayRead, type Grant } from '#core/policy/grant.js';
import { latestOf } from '#core/versions/known-version.js';
import { isServable } from '#core/versions/served.js';
import { parseVersion } from '#core/versions/version.js';
import type { RequestContext } from '../../auth/request-context.js';
import type { Tx } from '../../database/transaction.js';
import { notFound } from '../../http/problem.js';
import { candidateAnswer } from './candidate-view.js';
import type { StoredVersion } from './stored-version.js';
import { versionAnswer, type VersionAnswer } from './versions.answers.js';
import { VersionsRepository, type WholeVersion } from './versions.repository.js';
import { VisibleTools } from './visible-tools.js';

export interface VersionPath {
  readonly tool_id: string;
  /** A number, with or without build metadata, or `latest`. */
  readonly version: string;
}

/** Answers one version; what every other feature answers a version with. */
@Injectable()
export class ReadVersion {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly visible: VisibleTools,
  ) {}

  async execute(path: VersionPath, { caller }: RequestContext): Promise<object> {
    return mayRead(caller.grant, namespaceOf(path.tool_id))
      ? this.view(path)
      : this.candidate(path, caller.grant);
  }

  /** The governance view, for callers who were already found to be allowed it. */
  async view(path: VersionPath, db?: Tx): Promise<VersionAnswer> {
    return versionAnswer(await this.find(path, db), new Date());
  }

  private async candidate(path: VersionPath, grant: Grant): Promise<object> {
    const tool = await this.visible.find(path.tool_id, grant);
    const identity = identityIn(path.version, tool.versions);
    const known = tool.versions.some(({ version }) => version.identity === identity);
    const row = known ? await this.find(path) : null;
    // Its state may have changed since the tool was looked at.
    if (row === null || !isServable(row.state)) throw notFound();
    return candidateAnswer(row, tool);
  }

  /** The version that a path names, or 404. */
  async find(path: VersionPath, db?: Tx): Promise<WholeVersion> {
    const known = path.version === 'latest' ? await this.versions.versionsOf(path.tool_id, db) : [];
    const identity = identityIn(path.version, known);
    const row = identity === null ? null : await this.versions.find(path.tool_id, identity, db);
    if (row === null) throw notFound();
    return row;
  }
}

/** The number behind the text of a path, without build metadata; null where it is none. */
const identityIn = (text: string, versions: readonly StoredVersion[]): string | null =>
  (text === 'latest' ? latestOf(versions)?.version : parseVersion(text))?.identity ?? null;
