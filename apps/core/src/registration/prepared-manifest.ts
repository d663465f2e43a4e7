import { checkManifest } from '../contract/check-manifest.js';
import type { Contract, Manifest } from '../contract/contract.js';
import { contractDigest } from '../contract/digest.js';
import type { LintFinding } from '../lint/lint.js';
import type { FieldError } from '../problems/field-error.js';
import type { Refusal } from '../problems/refusal.js';

/** What can be said of a manifest without knowing what is stored. */
export interface CheckedManifest {
  readonly contract_digest: string;
  /** What refuses it under any number; the first of them answers. */
  readonly refusals: readonly Refusal[];
}

export interface PreparedManifest extends CheckedManifest {
  readonly manifest: Manifest;
  /**
   * Asked for when it is needed: what is registered unchanged is never linted. Null: of no tool in
   * particular.
   */
  readonly lint: (toolId: string | null) => readonly LintFinding[];
}

export type Preparation =
  | { readonly ok: true; readonly prepared: PreparedManifest }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** The slow half of a registration, made before anything is locked. */
export const checkedManifest = (manifest: Manifest): CheckedManifest => ({
  contract_digest: contractDigest(manifest.contract),
  refusals: checkManifest(manifest),
});

/** A contract whose schemas cannot be used is not linted; any other is, by `lint`, when asked. */
export const preparedManifest = (
  manifest: Manifest,
  checked: CheckedManifest,
  lint: (contract: Contract, toolId: string | null) => readonly LintFinding[],
): PreparedManifest => ({
  manifest,
  ...checked,
  lint: canBeCompared(checked) ? (toolId) => lint(manifest.contract, toolId) : () => [],
});

/** Whether its schemas are such that they can be compared with others. */
export const canBeCompared = ({ refusals }: Pick<CheckedManifest, 'refusals'>): boolean =>
  !refusals.some(({ code }) => code === 'schema-invalid');
