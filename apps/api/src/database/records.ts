import type { Contract } from '#core/contract/contract.js';
import { readJson } from '#core/json/read.js';
import type { Json } from '#core/json/value.js';
import { RISK_LEVELS, type Policy } from '#core/policy/policy.js';
import { parseVersion, type Version } from '#core/versions/version.js';

/** Stored JSON text as a document; it was checked when it was written. */
export const documentOf = (text: string): Json => {
  const read = readJson(text);
  if (!read.ok) throw new Error(`a stored document cannot be read: ${read.message}`);
  return read.value;
};

/** Of rows whose contract is asked for more than once, or is at hand anyway. */
const contracts = new WeakMap<object, Contract>();

/** The contract of a stored version: exactly the fields that were sent. */
export const contractOf = (row: { readonly contract: string }): Contract =>
  // Only contracts that `readManifest` produced are ever written to this column.
  contracts.get(row) ?? (documentOf(row.contract) as unknown as Contract);

/** The row, whose contract is not read out of its text any more. */
export const withContract = <Row extends { readonly contract: string }>(
  row: Row,
  contract: Contract = contractOf(row),
): Row => {
  contracts.set(row, contract);
  return row;
};

const versions = new Map<string, Version>();
const MOST_VERSIONS = 10_000;

/** A stored number was parsed before it was stored; a few numbers are those of most tools. */
export const versionOf = ({ version: text }: { readonly version: string }): Version => {
  const known = versions.get(text);
  if (known !== undefined) return known;
  const version = parseVersion(text);
  if (version === null) throw new Error(`a stored version cannot be read: ${text}`);
  if (versions.size >= MOST_VERSIONS) versions.clear();
  versions.set(text, version);
  return version;
};

/** The columns that a policy is stored in. */
export interface PolicyColumns {
  readonly risk_rank: number;
  readonly requires_approval: boolean;
  readonly allowed_roles: readonly string[];
  readonly allowed_tenants: readonly string[];
  readonly task_types: readonly string[];
}

export const policyOf = (row: PolicyColumns): Policy => {
  const risk = RISK_LEVELS[row.risk_rank];
  if (risk === undefined) throw new Error(`no risk level has the rank ${row.risk_rank}`);
  return {
    risk_level: risk,
    requires_approval: row.requires_approval,
    allowed_roles: row.allowed_roles,
    allowed_tenants: row.allowed_tenants,
    task_types: row.task_types,
  };
};

/** A policy in its columns. */
export const policyColumns = (policy: Policy) => ({
  risk_rank: RISK_LEVELS.indexOf(policy.risk_level),
  requires_approval: policy.requires_approval,
  allowed_roles: [...policy.allowed_roles],
  allowed_tenants: [...policy.allowed_tenants],
  task_types: [...policy.task_types],
});
