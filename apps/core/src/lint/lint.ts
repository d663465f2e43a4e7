import type { Contract } from '../contract/contract.js';
import type { ClientProfile } from './client-profile.js';
import { LINT_LEVELS, type LintLevel, type LintRule } from './lint-rule.js';
import { DEFAULT_LINT, isLookedAt, levelIn, type LintSettings } from './lint-settings.js';
import { LINT_RULES } from './rules.js';
import { subjectOf, type LintSubject } from './subject.js';

export interface LintFinding {
  readonly rule: string;
  readonly level: LintLevel;
  /** The client that it is about; null where it holds for all of them. */
  readonly profile: ClientProfile | null;
  /** JSON Pointer into the manifest. */
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
}

/** Places told of one rule; a schema has room for thousands, and nobody reads them. */
const MOST_PLACES = 50;

/**
 * What a contract could do better, errors first, then by rule and place: the same contract has the
 * same findings everywhere. It never refuses a registration; its errors are gates of a submission.
 * `settings` is how a deployment raises, lowers and leaves out single rules, and for which clients
 * it looks. Schemas that cannot be used at all are not looked into, since `checkManifest` says so.
 */
export const lintContract = (
  contract: Contract,
  settings: LintSettings = DEFAULT_LINT,
  toolId: string | null = null,
): LintFinding[] => {
  const subject = subjectOf(contract, toolId);
  const findings: LintFinding[] = [];
  for (const rule of LINT_RULES) {
    const level = isLookedAt(rule, settings) ? levelIn(settings, rule) : 'off';
    if (level !== 'off') findings.push(...findingsOf(rule, level, subject));
  }
  return byLevel(findings);
};

/**
 * Findings that were made under other settings, as they count under these. What was not looked for
 * then is not among them.
 */
export const underSettings = (
  findings: readonly LintFinding[],
  settings: LintSettings,
): LintFinding[] =>
  byLevel(
    findings.flatMap((finding) => {
      const rule = RULES_BY_ID.get(finding.rule);
      if (rule === undefined) return [{ ...finding, profile: null }];
      const level = isLookedAt(rule, settings) ? levelIn(settings, rule) : 'off';
      return level === 'off' ? [] : [{ ...finding, level, profile: profileOf(rule) }];
    }),
  );

const RULES_BY_ID = new Map(LINT_RULES.map((rule) => [rule.id, rule]));

const profileOf = ({ client }: LintRule): ClientProfile | null => client?.profile ?? null;

const byLevel = (findings: readonly LintFinding[]): LintFinding[] =>
  [...findings].sort(
    (one, other) => LINT_LEVELS.indexOf(one.level) - LINT_LEVELS.indexOf(other.level),
  );

const NONE: readonly LintFinding[] = [];

const findingsOf = (
  rule: LintRule,
  level: LintLevel,
  subject: LintSubject,
): readonly LintFinding[] => {
  const found = rule.matches(subject);
  if (found.length === 0) return NONE;
  const hits = [...found].sort((one, other) => compare(one.path, other.path));
  const more = hits.length - MOST_PLACES;
  return hits.slice(0, MOST_PLACES).map(({ path, message = rule.message }, index) => ({
    rule: rule.id,
    level,
    profile: profileOf(rule),
    path,
    message:
      more > 0 && index === MOST_PLACES - 1 ? `${message} (and ${more} more places)` : message,
    remedy: rule.remedy,
  }));
};

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
