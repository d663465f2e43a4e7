import type { FieldError } from '../problems/field-error.js';
import type { Policy } from './policy.js';
import { RISK_DEMANDS } from './risk-levels.js';
import { isEvery, starBesideNames } from './scope.js';

const LISTS = ['allowed_roles', 'allowed_tenants', 'task_types'] as const;

/**
 * Which rules of its own risk level a policy breaks; pointers are relative to the policy. What ties
 * it to a contract is no fault here but a gate (`shortOf`), so that tightening is never hindered.
 */
export const policyFaults = (policy: Policy): FieldError[] => {
  const demands = RISK_DEMANDS[policy.risk_level];
  const faults: FieldError[] = LISTS.filter((list) => starBesideNames(policy[list])).map(
    (list) => ({
      pointer: `/${list}`,
      code: 'star-not-alone',
      message: `\`*\` already means everybody, so it stands alone in ${list}`,
    }),
  );
  if (demands.namedRoles && isEvery(policy.allowed_roles)) {
    faults.push({
      pointer: '/allowed_roles',
      code: 'roles-not-named',
      message: `${policy.risk_level} names the roles that may use the tool instead of \`*\``,
    });
  }
  if (demands.approval && !policy.requires_approval) {
    faults.push({
      pointer: '/requires_approval',
      code: 'approval-required',
      message: `${policy.risk_level} requires approval`,
    });
  }
  return faults;
};
