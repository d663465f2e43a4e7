import type { Bump } from '../compatibility/finding.js';
import type { DeclaredContract } from './known-version.js';
import type { Classify } from './compared.js';
import { nameFindings, type NamedFinding, type SideNames } from './named-finding.js';

/** How far apart two contracts are, for information: nothing is allowed or refused by it. */
export interface ContractDiff {
  readonly required_bump: Bump;
  readonly engine: string;
  readonly changes: readonly NamedFinding[];
}

/** Compares two contracts as they stand; witnesses name the two by the given names. */
export const diffContracts = (
  before: Pick<DeclaredContract, 'contract'>,
  after: DeclaredContract,
  classify: Classify,
  names: SideNames = { before: 'before', after: 'after' },
): ContractDiff => {
  const { bump, findings, engine } = classify(before.contract, after.contract, after.changes);
  return { required_bump: bump, engine, changes: nameFindings(findings, names) };
};
