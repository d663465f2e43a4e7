import { checkManifest } from '../contract/check-manifest.js';
import type { Manifest } from '../contract/contract.js';
import { contractDigest } from '../contract/digest.js';
import { lintContract } from '../lint/lint.js';
import type { LintLevel } from '../lint/lint-rule.js';
import type { LintSettings } from '../lint/lint-settings.js';
import { withWaivers, type LintWaiver, type WaivedFinding } from '../lint/waivers.js';
import { PROBLEMS } from '../problems/catalogue.js';

/** What can be said of a manifest without a catalog. */
export interface JudgedTool {
  readonly digest: string;
  readonly findings: readonly ManifestFinding[];
}

/** One thing that is wrong, or could be better. */
export interface ManifestFinding {
  /**
   * `refused`: no catalog takes it. `lint`: a rule of good design; its errors hold up `submit`.
   * `waiver`: what the repository says of a finding is over, or speaks of none.
   */
  readonly kind: 'refused' | 'lint' | 'waiver';
  readonly level: LintLevel;
  /** The code of the fault, or the id of the lint rule. */
  readonly code: string;
  /** JSON Pointer into the manifest. */
  readonly path: string;
  readonly message: string;
  readonly remedy: string | null;
  /** Who answers for it, if anybody. */
  readonly waived: LintWaiver | null;
}

/** How a manifest is judged beside what it says itself. */
export interface Judging {
  readonly toolId: string;
  readonly lint: LintSettings;
  readonly waivers: readonly LintWaiver[];
  readonly now: Date;
}

/** Everything that a registration would say of this one manifest, whatever is in the catalog. */
export const judgeTool = (
  manifest: Manifest,
  { toolId, lint, waivers, now }: Judging,
): JudgedTool => {
  const refusals = checkManifest(manifest).flatMap(({ code, message, errors }) =>
    errors.length === 0
      ? [refused(code, '', message, PROBLEMS[code].remedy)]
      : errors.map((error) => refused(error.code, error.pointer, error.message, null)),
  );
  const linted = withWaivers(lintContract(manifest.contract, lint, toolId), waivers, now);
  return {
    digest: contractDigest(manifest.contract),
    findings: [
      ...refusals,
      ...linted.expired.map((index) => expired(index, waivers)),
      ...linted.findings.map(lintFinding),
      ...linted.unused.map(unused),
    ],
  };
};

const refused = (
  code: string,
  path: string,
  message: string,
  remedy: string | null,
): ManifestFinding => ({
  kind: 'refused',
  level: 'error',
  code,
  path,
  message,
  remedy,
  waived: null,
});

const lintFinding = ({ finding, waiver }: WaivedFinding): ManifestFinding => ({
  kind: 'lint',
  level: finding.level,
  code: finding.rule,
  path: finding.path,
  message: finding.message,
  remedy: finding.remedy,
  waived: waiver,
});

const expired = (index: number, waivers: readonly LintWaiver[]): ManifestFinding => ({
  kind: 'waiver',
  level: 'error',
  code: 'waiver-expired',
  path: `/waivers/${index}`,
  message: `The waiver of ${waivers[index]?.owner ?? ''} held until ${waivers[index]?.expires ?? ''}.`,
  remedy: 'Mend what it speaks of, or let its owner set another day.',
  waived: null,
});

const unused = (index: number): ManifestFinding => ({
  kind: 'waiver',
  level: 'note',
  code: 'waiver-unused',
  path: `/waivers/${index}`,
  message: 'The waiver covers nothing that is found.',
  remedy: 'Remove it.',
  waived: null,
});
