import { BUMPS } from '#core/compatibility/finding.js';
import type { Rule } from '#core/compatibility/rule.js';
import { RULES } from '#core/compatibility/rules/index.js';
import { PROFILE_NAMES } from '#core/lint/client-profile.js';
import type { LintRule } from '#core/lint/lint-rule.js';
import { LINT_RULES } from '#core/lint/rules.js';
import { TEXT } from '../../http/answer-schema.js';

/** A rule of either kind, as findings name it. */
export type RuleAnswer = ReturnType<typeof compatibilityRule> | ReturnType<typeof lintRule>;

const compatibilityRule = (rule: Rule) => ({
  id: rule.id,
  kind: 'compatibility' as const,
  side: rule.side,
  aspect: rule.aspect,
  action: rule.action,
  bump: rule.bump,
  tolerated_bump: rule.toleratedBump ?? null,
  summary: rule.summary,
  remedy: rule.remedy,
  reference: rule.reference,
  examples: rule.examples.map(({ title, before, after, changes, finds }) => ({
    title,
    before,
    after,
    ...(changes === undefined ? {} : { changes }),
    finds,
  })),
});

const lintRule = (rule: LintRule) => ({
  id: rule.id,
  kind: 'lint' as const,
  level: rule.level,
  profile: rule.client?.profile ?? null,
  summary: rule.message,
  remedy: rule.remedy,
  reference: rule.reference,
  examples: rule.examples.map(({ title, finds }) => ({ title, finds })),
});

/** Every rule that a check applies, by id; made of the records that the engine itself reads. */
export const RULE_ANSWERS: readonly RuleAnswer[] = [
  ...RULES.map(compatibilityRule),
  ...LINT_RULES.map(lintRule),
].sort((one, other) => (one.id < other.id ? -1 : 1));

export const ruleAnswer = (id: string): RuleAnswer | undefined =>
  RULE_ANSWERS.find((rule) => rule.id === id);

export const RULE_SCHEMA = {
  type: 'object',
  properties: {
    id: TEXT,
    kind: { enum: ['compatibility', 'lint'] },
    side: { enum: ['input', 'output', 'contract', 'any'] },
    aspect: TEXT,
    action: TEXT,
    bump: { enum: BUMPS },
    tolerated_bump: {
      enum: [...BUMPS, null],
      description: 'The bump where outputs may change covariantly and old consumers can read it.',
    },
    level: { enum: ['error', 'warning', 'note'] },
    profile: {
      enum: [...PROFILE_NAMES, null],
      description:
        'The client that a rule of the lint is about; null where it holds for all of them.',
    },
    summary: TEXT,
    remedy: TEXT,
    reference: TEXT,
    examples: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          title: TEXT,
          before: { type: 'object', description: 'The parts of a contract that matter here.' },
          after: { type: 'object' },
          changes: { type: 'array' },
          finds: { type: 'array', items: TEXT },
        },
        required: ['title', 'finds'],
        additionalProperties: false,
      },
    },
  },
  required: ['id', 'kind', 'summary', 'remedy', 'reference', 'examples'],
  additionalProperties: false,
};
