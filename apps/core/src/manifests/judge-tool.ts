import { checkManifest } from '../contract/check-manifest.js';
import type { Manifest } from '../contract/contract.js';
import { contractDigest } from '../contract/digest.js';
import { lintContract, type LintFinding } from '../lint/lint.js';
import type { LintLevel } from '../lint/lint-rule.js';
import { PROBLEMS } from '../problems/catalogue.js';

/** What can be said of a manifest without a catalog. */
export interface JudgedTool {
  readonly digest: string;
  readonly findings: readonly ManifestFinding[];
}

/** One thing that is wrong, or could be better. */
export interface ManifestFinding {
  /** `refused`: no catalog takes it. `lint`: a rule of good design; its errors hold up `submit`. */
  readonly kind: 'refused' | 'lint';
  readonly level: LintLevel;
  /** The code of the fault, or the id of the lint rule. */
  readonly code: string;
  /** JSON Pointer into the manifest. */
  readonly path: string;
  readonly message: string;
  readonly remedy: string | null;
}

/** Everything that a registration would say of this one manifest, whatever is in the catalog. */
export const judgeTool = (manifest: Manifest): JudgedTool => {
  const refusals = checkManifest(manifest).flatMap(({ code, message, errors }) =>
    errors.length === 0
      ? [refused(code, '', message, PROBLEMS[code].remedy)]
      : errors.map((error) => refused(error.code, error.pointer, error.message, null)),
  );
  return {
    digest: contractDigest(manifest.contract),
    findings: [...refusals, ...lintContract(manifest.contract).map(linted)],
  };
};

const refused = (
  code: string,
  path: string,
  message: string,
  remedy: string | null,
): ManifestFinding => ({ kind: 'refused', level: 'error', code, path, message, remedy });

const linted = ({ rule, level, path, message, remedy }: LintFinding): ManifestFinding => ({
  kind: 'lint',
  level,
  code: rule,
  path,
  message,
  remedy,
});
