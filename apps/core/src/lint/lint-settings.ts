import type { ClientProfile } from './client-profile.js';
import type { LintLevel, LintRule } from './lint-rule.js';

export const RULE_SETTINGS = ['error', 'warning', 'note', 'off'] as const;

/** `off`: the rule is not looked at. */
export type RuleSetting = (typeof RULE_SETTINGS)[number];

/** How a deployment, or a repository, wants to be told. */
export interface LintSettings {
  /** By the rule's id; a rule that is not here has its own level. */
  readonly rules: ReadonlyMap<string, RuleSetting>;
  /** The clients that tools are made for. */
  readonly profiles: ReadonlySet<ClientProfile>;
}

/** The clients that the catalog itself has a format for. */
export const DEFAULT_PROFILES: readonly ClientProfile[] = ['openai', 'anthropic', 'gemini'];

export const DEFAULT_LINT: LintSettings = {
  rules: new Map(),
  profiles: new Set(DEFAULT_PROFILES),
};

export const isLookedAt = ({ client }: LintRule, { profiles }: LintSettings): boolean =>
  client === undefined || profiles.has(client.profile);

export const levelIn = ({ rules }: LintSettings, rule: LintRule): LintLevel | 'off' =>
  rules.get(rule.id) ?? rule.level;
