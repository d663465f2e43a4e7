import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { mayRead } from '#core/policy/grant.js';
import { latestOf } from '#core/versions/known-version.js';
import { parseVersion } from '#core/versions/version.js';
import type { RequestContext } from '../../auth/request-context.js';
import type { Tx } from '../../database/transaction.js';
import { notFound } from '../../http/problem.js';
import { CandidateViews } from '../candidates/candidate-views.js';
import type { StoredVersion } from './stored-version.js';
import { versionAnswer, type VersionAnswer } from './versions.answers.js';
import { VersionsRepository, type WholeVersion } from './versions.repository.js';

export type { WholeVersion };

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
    private readonly candidates: CandidateViews,
  ) {}

  /** In the candidate form where the caller does not hold `read`. */
  async execute(path: VersionPath, context: RequestContext): Promise<object> {
    return mayRead(context.caller.grant, namespaceOf(path.tool_id))
      ? this.view(path)
      : this.candidates.getVersion(path.tool_id, path.version, context);
  }

  /** The governance view, for callers who were already found to be allowed it. */
  async view(path: VersionPath, db?: Tx): Promise<VersionAnswer> {
    return versionAnswer(await this.find(path, db), new Date());
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
