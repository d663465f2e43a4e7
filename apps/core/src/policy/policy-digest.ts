import { digestOf } from '../json/digest.js';
import type { Policy } from './policy.js';
import { sortedSet } from './scope.js';

/** The same policy with its lists as sets: sorted, without duplicates. */
export const normalisePolicy = (policy: Policy): Policy => ({
  risk_level: policy.risk_level,
  requires_approval: policy.requires_approval,
  allowed_roles: sortedSet(policy.allowed_roles),
  allowed_tenants: sortedSet(policy.allowed_tenants),
  task_types: sortedSet(policy.task_types),
});

/** `sha256:` and the hash of the five fields' canonical form; order and duplicates do not count. */
export const policyDigest = (policy: Policy): string => digestOf({ ...normalisePolicy(policy) });
