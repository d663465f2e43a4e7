import type { RiskLevel } from './policy.js';

/** What the catalog demands of a tool at one risk level. */
export interface RiskDemands {
  /** `allowed_roles` names roles; `["*"]` is refused. */
  readonly namedRoles: boolean;
  /** `requires_approval` is true. */
  readonly approval: boolean;
  /** With `side_effect: true` the contract has an idempotency_key. */
  readonly idempotencyKey: boolean;
  /** How many people, none of them an author, approve a version before its release. */
  readonly approvers: number;
}

export const RISK_DEMANDS = {
  L0: { namedRoles: false, approval: false, idempotencyKey: false, approvers: 1 },
  L1: { namedRoles: false, approval: false, idempotencyKey: false, approvers: 1 },
  L2: { namedRoles: true, approval: false, idempotencyKey: false, approvers: 1 },
  L3: { namedRoles: true, approval: true, idempotencyKey: true, approvers: 1 },
  L4: { namedRoles: true, approval: true, idempotencyKey: true, approvers: 2 },
} as const satisfies Record<RiskLevel, RiskDemands>;
