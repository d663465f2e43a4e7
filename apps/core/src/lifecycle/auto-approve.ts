import { BUMPS, type Bump } from '../compatibility/finding.js';
import type { LintFinding } from '../lint/lint.js';
import { riskRank, type RiskLevel } from '../policy/policy.js';
import type { Gate } from './gate.js';

export interface AutoApproveFacts {
  readonly risk: RiskLevel;
  /** Whether its number fits what is released at this moment. */
  readonly allowed: boolean;
  /** Null for the first version of a tool: no step says how much changed. */
  readonly declared_bump: Bump | null;
  readonly required_bump: Bump | null;
  readonly lint: readonly Pick<LintFinding, 'level'>[];
  readonly gates: readonly Gate[];
}

/**
 * Whether a submitted version is approved and released by rule, in a deployment that wants that:
 * risk at most L1, a number that still fits, a step of at most minor both by its number and by what
 * changed, no error of the lint, evidence given and every error gate green. A waiver does not count
 * here, because it is a person's judgement; nor is a tool's first version ever approved by rule.
 */
export const isApprovedByRule = (facts: AutoApproveFacts): boolean =>
  riskRank(facts.risk) <= riskRank('L1') &&
  facts.allowed &&
  isAtMostMinor(facts.declared_bump) &&
  isAtMostMinor(facts.required_bump) &&
  facts.lint.every(({ level }) => level !== 'error') &&
  facts.gates.every(({ ok, level }) => ok || level !== 'error');

const isAtMostMinor = (bump: Bump | null): boolean =>
  bump !== null && BUMPS.indexOf(bump) <= BUMPS.indexOf('minor');
