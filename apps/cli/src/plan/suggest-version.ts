import type { CheckResult } from '#core/registration/check-result.js';

export interface Suggestion {
  readonly baseline: string | null;
  readonly required_bump: CheckResult['required_bump'];
  readonly suggested: string;
}

/** A number above every other: what is asked under it is told of the highest release. */
export const HIGHEST = `${Number.MAX_SAFE_INTEGER}.0.0`;

/**
 * The number that the next release takes, from the check of the number declared and of the highest
 * there is. A declared number that is allowed against the same release is kept while it is the
 * lowest, or the draft of it that may be replaced.
 */
export const suggestVersion = (
  declared: string,
  stated: CheckResult | undefined,
  highest: CheckResult | undefined,
): Suggestion => {
  const baseline = highest?.baseline ?? null;
  const required = highest?.required_bump ?? null;
  const suggested = (): string => {
    if (baseline === null) return declared;
    if (required === 'none') return baseline;
    const ofSame = stated?.baseline === baseline && stated.allowed === true;
    if (ofSame && stated.minimum_version === declared) return declared;
    return highest?.minimum_version ?? declared;
  };
  return { baseline, required_bump: required, suggested: suggested() };
};
