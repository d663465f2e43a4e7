import type { FieldError } from '../problems/field-error.js';
import { ceilingOf, rolesOf, tenantsOf, type Grant } from './grant.js';
import { riskRank, type RiskLevel } from './policy.js';
import { admits } from './scope.js';

/** The part of a candidate request that a grant bounds. */
export interface AskedScope {
  readonly tenant: string;
  readonly roles: readonly string[];
  readonly max_risk?: RiskLevel;
}

/**
 * What a request asks for beyond the caller's grant, with pointers into the request. Any fault
 * refuses the whole request (`beyond-grant`): quietly clipping it would answer another question.
 */
export const beyondGrant = (grant: Grant, asked: AskedScope): FieldError[] => {
  const faults: FieldError[] = [];
  const refuse = (pointer: string, what: string) =>
    faults.push({ pointer, code: 'beyond-grant', message: `the key is not granted ${what}` });
  if (!admits(tenantsOf(grant), asked.tenant)) refuse('/tenant', `the tenant ${asked.tenant}`);
  const roles = rolesOf(grant);
  for (const [index, role] of asked.roles.entries()) {
    if (!admits(roles, role)) refuse(`/roles/${index}`, `the role ${role}`);
  }
  if (asked.max_risk !== undefined && riskRank(asked.max_risk) > riskRank(ceilingOf(grant))) {
    refuse('/max_risk', `more than ${ceilingOf(grant)}`);
  }
  return faults;
};
