import { checkManifest } from '../contract/check-manifest.js';
import type { Contract, Manifest } from '../contract/contract.js';
import { contractDigest } from '../contract/digest.js';
import { readManifest } from '../contract/read-manifest.js';
import type { Json } from '../json/value.js';
import { lintContract, type LintFinding } from '../lint/lint.js';
import type { FieldError } from '../problems/field-error.js';
import type { Refusal } from '../problems/refusal.js';

/** A manifest with everything that can be said of it without knowing what is stored. */
export interface PreparedManifest {
  readonly manifest: Manifest;
  readonly contract_digest: string;
  /** What refuses it under any number; the first of them answers. */
  readonly refusals: readonly Refusal[];
  /** Made when it is first asked for: what is registered unchanged is never linted. */
  readonly lint: () => readonly LintFinding[];
}

export type Preparation =
  | { readonly ok: true; readonly prepared: PreparedManifest }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * The slow half of a registration, made before anything is locked. `errors` means that it cannot be
 * read; what breaks a rule is in `refusals`. A contract whose schemas cannot be used is not linted.
 */
export const prepareManifest = (value: Json): Preparation => {
  const reading = readManifest(value);
  if (!reading.ok) return reading;
  const { manifest } = reading;
  const refusals = checkManifest(manifest);
  return {
    ok: true,
    prepared: {
      manifest,
      contract_digest: contractDigest(manifest.contract),
      refusals,
      lint: canBeCompared({ refusals }) ? lintOnce(manifest.contract) : () => [],
    },
  };
};

const lintOnce = (contract: Contract): PreparedManifest['lint'] => {
  let findings: readonly LintFinding[] | null = null;
  return () => (findings ??= lintContract(contract));
};

/** Whether its schemas are such that they can be compared with others. */
export const canBeCompared = ({ refusals }: Pick<PreparedManifest, 'refusals'>): boolean =>
  !refusals.some(({ code }) => code === 'schema-invalid');
