import { Injectable } from '@nestjs/common';
import type { JsonObject } from '#core/json/value.js';
import { diffResult, type CheckResult } from '#core/registration/check-result.js';
import { canBeCompared, type PreparedManifest } from '#core/registration/prepared-manifest.js';
import { diffContracts } from '#core/versions/diff.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Comparer } from '../../comparison/comparer.js';
import { Problem } from '../../http/problem.js';
import { preparedOr400 } from './prepared-or-400.js';

/** Compares two contracts that are stored nowhere. */
@Injectable()
export class DiffManifests {
  constructor(private readonly comparer: Comparer) {}

  async execute(
    command: { readonly before: JsonObject; readonly after: JsonObject },
    { caller, gone }: RequestContext,
  ): Promise<CheckResult> {
    const sheet = this.comparer.begin({ caller: caller.keyId, gone });
    const before = await preparedOr400(sheet, command.before, { base: '/before' });
    const after = await preparedOr400(sheet, command.after, { base: '/after' });
    requireComparable(before, '/before');
    requireComparable(after, '/after');
    return sheet.settle(() => {
      const diff = diffContracts(
        { contract: before.manifest.contract },
        { contract: after.manifest.contract, changes: after.manifest.changes },
        sheet.classify,
      );
      return diffResult(diff, {
        tool_id: null,
        against: null,
        version: null,
        declared_bump: null,
        lint: after.lint(null),
        refusals: after.refusals,
      });
    });
  }
}

const requireComparable = (prepared: PreparedManifest, base: string): void => {
  if (canBeCompared(prepared)) return;
  throw new Problem('schema-invalid', {
    detail: `The schemas of ${base} cannot be used, so there is nothing to compare.`,
    errors: prepared.refusals
      .filter(({ code }) => code === 'schema-invalid')
      .flatMap(({ errors }) => errors)
      .map((error) => ({ ...error, pointer: base + error.pointer })),
  });
};
