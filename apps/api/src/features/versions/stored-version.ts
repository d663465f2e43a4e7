import type { DeclaredChange } from '#core/contract/contract.js';
import type { DeclaredContract, KnownVersion } from '#core/versions/known-version.js';
import { contractOf, documentOf, versionOf } from '../../database/records.js';

/** A version as the version check and the choice of `latest` know it. */
export interface StoredVersion extends KnownVersion {
  readonly id: bigint;
}

/** The columns that `storedVersion` reads. */
export const SUMMARY = {
  id: true,
  tool_id: true,
  version: true,
  state: true,
  ever_enabled: true,
  retracted: true,
  contract_digest: true,
} as const;

interface SummaryRow extends Omit<KnownVersion, 'version'> {
  readonly id: bigint;
  readonly version: string;
}

export const storedVersion = (row: SummaryRow): StoredVersion => ({
  id: row.id,
  version: versionOf(row),
  state: row.state,
  ever_enabled: row.ever_enabled,
  retracted: row.retracted,
  contract_digest: row.contract_digest,
});

export const declaredContract = (row: {
  readonly contract: string;
  readonly changes: string;
}): DeclaredContract => ({
  contract: contractOf(row),
  changes: declaredChanges(row),
});

/** Written from the `changes` of a manifest that was read. */
export const declaredChanges = (row: { readonly changes: string }): readonly DeclaredChange[] =>
  documentOf(row.changes) as unknown as readonly DeclaredChange[];
