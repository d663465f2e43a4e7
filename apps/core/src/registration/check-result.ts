import type { Bump } from '../compatibility/finding.js';
import type { LintFinding } from '../lint/lint.js';
import type { Refusal } from '../problems/refusal.js';
import type { VersionCheck } from '../versions/check-version.js';
import type { ContractDiff } from '../versions/diff.js';

/** The answer of a check, which a version also keeps of its registration. */
export interface CheckResult extends Omit<VersionCheck, 'allowed' | 'version' | 'required_bump'> {
  readonly tool_id: string | null;
  readonly version: string | null;
  /** Null where there is no number to allow: two contracts that are stored nowhere. */
  readonly allowed: boolean | null;
  /** Null also where the schemas cannot be used, so that nothing could be compared. */
  readonly required_bump: Bump | null;
  readonly lint: readonly LintFinding[];
}

/**
 * The verdict over the number together with what refuses the manifest under any number. `refusals`
 * lists only the latter, so the reasons that lie in the number are told among the notes.
 */
export const checkResult = (
  toolId: string,
  check: VersionCheck,
  { lint, refusals }: { lint: readonly LintFinding[]; refusals: readonly Refusal[] },
): CheckResult => ({
  tool_id: toolId,
  baseline: check.baseline,
  version: check.version,
  against: check.against,
  allowed: check.allowed && refusals.length === 0,
  declared_bump: check.declared_bump,
  required_bump: check.required_bump,
  minimum_version: check.minimum_version,
  engine: check.engine,
  changes: check.changes,
  next: check.next,
  notes: [...check.refusals.map(({ message }) => message), ...check.notes],
  lint,
  refusals,
});

/** What only informs has no number to allow or refuse. */
export const diffResult = (
  diff: ContractDiff,
  told: Pick<
    CheckResult,
    'tool_id' | 'against' | 'version' | 'declared_bump' | 'lint' | 'refusals'
  >,
): CheckResult => ({
  tool_id: told.tool_id,
  baseline: null,
  version: told.version,
  against: told.against,
  allowed: null,
  declared_bump: told.declared_bump,
  required_bump: diff.required_bump,
  minimum_version: null,
  engine: diff.engine,
  changes: diff.changes,
  next: null,
  notes: [],
  lint: told.lint,
  refusals: told.refusals,
});
