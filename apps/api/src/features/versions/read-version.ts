import { Injectable } from '@nestjs/common';
import { viewOf } from '#core/policy/grant.js';
import { latestOf } from '#core/versions/known-version.js';
import { parseVersion, type Version } from '#core/versions/version.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Settings } from '../../config/env.js';
import { withContract } from '../../database/records.js';
import type { Tx } from '../../database/transaction.js';
import { notFound } from '../../http/problem.js';
import { CandidateViews } from '../candidates/candidate-views.js';
import { versionAnswer, type VersionAnswer } from './versions.answers.js';
import type { Judging } from './version-gates.js';
import { VersionsRepository } from './versions.repository.js';
import type { ReadableVersion, WholeVersion } from './whole-version.js';

export interface VersionPath {
  readonly tool_id: string;
  /** A number, with or without build metadata; `latest` where somebody only reads. */
  readonly version: string;
}

/** Answers one version; what every other feature answers a version with. */
@Injectable()
export class ReadVersion {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly candidates: CandidateViews,
    private readonly settings: Settings,
  ) {}

  /** In the candidate form where the caller does not hold `read`. */
  async execute(path: VersionPath, context: RequestContext): Promise<object> {
    return viewOf(context.caller.grant) === 'governance'
      ? versionAnswer(await this.findToRead(path), this.judging())
      : this.candidates.getVersion(path.tool_id, path.version, context);
  }

  /** The governance view, for callers who were already found to be allowed it. */
  async view(path: VersionPath, db?: Tx): Promise<VersionAnswer> {
    return this.viewOf(await this.find(path, db));
  }

  /** The same of a version that is at hand. */
  viewOf(version: ReadableVersion): VersionAnswer {
    return versionAnswer(withContract(version), this.judging());
  }

  private judging(): Judging {
    return { now: new Date(), lint: this.settings.lint };
  }

  /**
   * The version whose number a path names, or 404. Not `latest`: it may move between reading and
   * commanding, and a command itself may move it.
   */
  find({ tool_id: toolId, version }: VersionPath, db?: Tx): Promise<WholeVersion> {
    return this.numbered(toolId, parseVersion(version), db);
  }

  /** The same for those who only read, who may say `latest` too. */
  async findToRead(path: VersionPath): Promise<WholeVersion> {
    if (path.version !== 'latest') return this.find(path);
    const latest = latestOf(await this.versions.versionsOf(path.tool_id));
    return this.numbered(path.tool_id, latest?.version ?? null);
  }

  private async numbered(toolId: string, number: Version | null, db?: Tx): Promise<WholeVersion> {
    const row = number === null ? null : await this.versions.find(toolId, number.identity, db);
    if (row === null) throw notFound();
    return row;
  }
}
