/** Who may see and use a tool. It belongs to the tool, not to a version, and has its own number. */
export const RISK_LEVELS = ['L0', 'L1', 'L2', 'L3', 'L4'] as const;

export type RiskLevel = (typeof RISK_LEVELS)[number];

export const isRiskLevel = (value: unknown): value is RiskLevel =>
  (RISK_LEVELS as readonly unknown[]).includes(value);

/** 0 for L0 … 4 for L4. */
export const riskRank = (level: RiskLevel): number => RISK_LEVELS.indexOf(level);

/** The five fields, all of them always stated. The lists are sets; `*` stands alone. */
export interface Policy {
  readonly risk_level: RiskLevel;
  readonly requires_approval: boolean;
  readonly allowed_roles: readonly string[];
  readonly allowed_tenants: readonly string[];
  readonly task_types: readonly string[];
}
