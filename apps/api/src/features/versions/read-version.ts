import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { mayRead } from '#core/policy/grant.js';
import { latestOf } from '#core/versions/known-version.js';
import { parseVersion } from '#core/versions/version.js';
import type { RequestContext } from '../../auth/request-context.js';
import type { Tx } from '../../database/transaction.js';
import { notFound } from '../../http/problem.js';
import { versionAnswer, type VersionAnswer } from './versions.answers.js';
import { VersionsRepository, type WholeVersion } from './versions.repository.js';

export interface VersionPath {
  readonly tool_id: string;
  /** A number, with or without build metadata, or `latest`. */
  readonly version: string;
}

/** Answers one version; what every other feature answers a version with. */
@Injectable()
export class ReadVersion {
  constructor(private readonly versions: VersionsRepository) {}

  async execute(path: VersionPath, { caller }: RequestContext): Promise<object> {
    if (!mayRead(caller.grant, namespaceOf(path.tool_id))) throw notFound();
    return this.view(path);
  }

  /** The governance view, for callers who were already found to be allowed it. */
  async view(path: VersionPath, db?: Tx): Promise<VersionAnswer> {
    return versionAnswer(await this.find(path, db), new Date());
  }

  /** The version that a path names, or 404. */
  async find(path: VersionPath, db?: Tx): Promise<WholeVersion> {
    const identity = await this.identityOf(path, db);
    const row = identity === null ? null : await this.versions.find(path.tool_id, identity, db);
    if (row === null) throw notFound();
    return row;
  }

  /** The number behind a path, without build metadata; null where it can be none. */
  async identityOf({ tool_id, version }: VersionPath, db?: Tx): Promise<string | null> {
    if (version !== 'latest') return parseVersion(version)?.identity ?? null;
    return latestOf(await this.versions.versionsOf(tool_id, db))?.version.identity ?? null;
  }
}
