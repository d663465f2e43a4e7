import type { Contract } from '../contract/contract.js';
import { LINT_LEVELS, type LintLevel, type LintRule } from './lint-rule.js';
import { LINT_RULES } from './rules.js';
import { subjectOf, type LintSubject } from './subject.js';

export interface LintFinding {
  readonly rule: string;
  readonly level: LintLevel;
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
 * `levels` is how a deployment raises or lowers single rules. Schemas that cannot be used at all are
 * not looked into, since `checkManifest` says so.
 */
export const lintContract = (
  contract: Contract,
  levels: ReadonlyMap<string, LintLevel> = new Map(),
): LintFinding[] => {
  const subject = subjectOf(contract);
  return LINT_RULES.flatMap((rule) =>
    findingsOf(rule, levels.get(rule.id) ?? rule.level, subject),
  ).sort((one, other) => LINT_LEVELS.indexOf(one.level) - LINT_LEVELS.indexOf(other.level));
};

const findingsOf = (rule: LintRule, level: LintLevel, subject: LintSubject): LintFinding[] => {
  const hits = [...rule.matches(subject)].sort((one, other) => compare(one.path, other.path));
  const more = hits.length - MOST_PLACES;
  return hits.slice(0, MOST_PLACES).map(({ path, message = rule.message }, index) => ({
    rule: rule.id,
    level,
    path,
    message:
      more > 0 && index === MOST_PLACES - 1 ? `${message} (and ${more} more places)` : message,
    remedy: rule.remedy,
  }));
};

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
