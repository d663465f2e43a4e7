import type { Gate } from '#core/lifecycle/gate.js';
import { underSettings } from '#core/lint/lint.js';
import type { LintSettings } from '#core/lint/lint-settings.js';
import { readinessOf, type EvidenceKind } from '#core/lifecycle/readiness.js';
import type { CheckResult } from '#core/registration/check-result.js';
import { contractOf, policyOf } from '../../database/records.js';
import type { ReadableVersion } from './whole-version.js';

/** When, and by which settings of the deployment, a version is judged. */
export interface Judging {
  readonly now: Date;
  readonly lint: LintSettings;
}

/** The gates of a stored version as they are at a moment, or would be with these authors. */
export const gatesOf = (
  row: ReadableVersion,
  { now, lint }: Judging,
  authors: readonly string[] = row.authors,
): readonly Gate[] =>
  readinessOf({
    contract: contractOf(row),
    contract_digest: row.contract_digest,
    policy: policyOf(row.tool),
    lint: storedCheck(row, lint).lint,
    proposed: row.proposed,
    evidence: row.evidence.map(({ kind, contract_digest }) => ({
      // The column has a check on exactly these.
      kind: kind as EvidenceKind,
      contract_digest,
    })),
    waivers: row.waivers.filter(({ contract_digest }) => contract_digest === row.contract_digest),
    authors,
    now,
  });

/**
 * The verdict that the version was registered with; the levels of the lint are those of today.
 * Witnesses in it may hold characters that no document from outside may, so it is not read by the
 * reader of those.
 */
export const storedCheck = (row: { readonly check: string }, lint: LintSettings): CheckResult => {
  // Only check results are ever written to this column.
  const check = checks.get(row) ?? (JSON.parse(row.check) as CheckResult);
  checks.set(row, check);
  return { ...check, lint: underSettings(check.lint, lint) };
};

/** As they were written, of rows that are asked more than once. */
const checks = new WeakMap<object, CheckResult>();
