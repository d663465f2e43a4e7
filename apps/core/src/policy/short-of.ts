import type { Contract } from '../contract/contract.js';
import type { Policy } from './policy.js';
import { RISK_DEMANDS } from './risk-levels.js';

/** A gate that policy closes on a contract. */
export interface Shortfall {
  readonly gate: 'idempotency-key';
  readonly why: string;
}

/**
 * What this contract lacks under this policy. Nothing here refuses a policy: it is asked at submit
 * and release, and answered as `short_of` when a policy is tightened over versions that exist.
 */
export const shortOf = (
  policy: Pick<Policy, 'risk_level'>,
  contract: Pick<Contract, 'side_effect' | 'idempotency_key'>,
): Shortfall[] => {
  if (!RISK_DEMANDS[policy.risk_level].idempotencyKey) return [];
  if (!contract.side_effect || contract.idempotency_key !== undefined) return [];
  return [
    {
      gate: 'idempotency-key',
      why: `${policy.risk_level} with a side effect needs an idempotency_key, or a waiver with a reason`,
    },
  ];
};
