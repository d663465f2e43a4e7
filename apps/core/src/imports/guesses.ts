import type { Json, JsonObject } from '../json/value.js';
import { isRiskLevel, type RiskLevel } from '../policy/policy.js';
import { RISK_DEMANDS } from '../policy/risk-levels.js';
import type { Profile } from './tools-list/profile.js';

const DEFAULT_TIMEOUT_MS = 30_000;

/** What neither the source nor a person states, and where in the manifest it stands. */
export class Guesses {
  readonly pointers: string[] = [];

  /** What is stated, or else the guess, which is then noted under its pointer. */
  unless<T extends Json>(stated: T | undefined, pointer: string, guess: T): T {
    if (stated !== undefined) return stated;
    this.pointers.push(pointer);
    return guess;
  }
}

export const timeoutOf = (stated: number | undefined, profile: Profile, guesses: Guesses): number =>
  guesses.unless(stated, '/timeout_ms', profile.defaults?.timeout_ms ?? DEFAULT_TIMEOUT_MS);

/** Lists that nobody stated admit nobody: a guess may withhold a tool, never hand it out. */
export const policyOf = (
  stated: Profile['policy'] & object,
  profile: Profile,
  guesses: Guesses,
  guessedRisk: RiskLevel,
): JsonObject => {
  const risk = guesses.unless(
    stated.risk_level,
    '/policy/risk_level',
    profile.defaults?.risk_level ?? guessedRisk,
  );
  const approval = isRiskLevel(risk) && RISK_DEMANDS[risk].approval;
  return {
    risk_level: risk,
    requires_approval: guesses.unless(
      stated.requires_approval,
      '/policy/requires_approval',
      approval,
    ),
    allowed_roles: guesses.unless(stated.allowed_roles, '/policy/allowed_roles', []),
    allowed_tenants: guesses.unless(stated.allowed_tenants, '/policy/allowed_tenants', []),
    task_types: guesses.unless(stated.task_types, '/policy/task_types', []),
  };
};

/** The members that are there. */
export const present = (
  entries: readonly (readonly [string, Json | undefined])[],
): (readonly [string, Json])[] =>
  entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
