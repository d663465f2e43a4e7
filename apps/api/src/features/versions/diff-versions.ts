import { Injectable } from '@nestjs/common';
import type { DeclaredContract } from '#core/versions/known-version.js';
import { diffResult, type CheckResult } from '#core/registration/check-result.js';
import { diffContracts } from '#core/versions/diff.js';
import { isBelow } from '#core/versions/precedence.js';
import { declaredBump } from '#core/versions/step.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Comparer } from '../../comparison/comparer.js';
import { Settings } from '../../config/env.js';
import { versionOf } from '../../database/records.js';
import { ReadVersion } from './read-version.js';
import { declaredContract } from './stored-version.js';
import { storedCheck } from './version-gates.js';
import type { WholeVersion } from './whole-version.js';

export interface DiffVersionsCommand {
  readonly tool_id: string;
  readonly from: string;
  readonly to: string;
}

/** Compares any two stored versions of a tool, in whichever order. */
@Injectable()
export class DiffVersions {
  constructor(
    private readonly reader: ReadVersion,
    private readonly comparer: Comparer,
    private readonly settings: Settings,
  ) {}

  async execute(
    { tool_id, from, to }: DiffVersionsCommand,
    { caller, gone }: RequestContext,
  ): Promise<CheckResult> {
    const before = await this.reader.findToRead({ tool_id, version: from });
    const after = await this.reader.findToRead({ tool_id, version: to });
    const [lower, higher] = [versionOf(before), versionOf(after)];
    const [one, other] = [this.contractOf(before), this.contractOf(after)];
    const sheet = this.comparer.begin({ caller: caller.keyId, gone });
    const diff = await sheet.settle(() =>
      diffContracts(one, other, sheet.classify, { before: lower.text, after: higher.text }),
    );
    return diffResult(diff, {
      tool_id,
      against: lower.text,
      version: higher.text,
      declared_bump: isBelow(lower, higher) ? declaredBump(lower, higher) : null,
      lint: storedCheck(after, this.settings.lint).lint,
      refusals: [],
    });
  }

  private contractOf(version: WholeVersion): DeclaredContract {
    const declared = declaredContract(version);
    this.comparer.know(declared.contract, version.contract_digest);
    return declared;
  }
}
