import { classify } from '#core/compatibility/classify.js';
import { exampleContract } from '#core/compatibility/example-contract.js';
import { ruleById } from '#core/compatibility/reference.js';
import type { Example, Rule } from '#core/compatibility/rule.js';
import { LINT_RULES } from '#core/lint/rules.js';
import type { LintRule } from '#core/lint/lint-rule.js';
import { usageFailure } from '../exit-codes.js';
import { paint, type Terminal } from '../output/terminal.js';

type Known =
  | { readonly kind: 'compatibility'; readonly rule: Rule }
  | { readonly kind: 'lint'; readonly rule: LintRule };

const find = (id: string): Known => {
  const rule = ruleById(id);
  if (rule !== undefined) return { kind: 'compatibility', rule };
  const lint = LINT_RULES.find((candidate) => candidate.id === id);
  if (lint !== undefined) return { kind: 'lint', rule: lint };
  throw usageFailure(
    `There is no rule ${id}.`,
    '`quartermaster rules` lists them all; of a tool, say for whom: --role and --task-type.',
  );
};

export const ruleText = (terminal: Terminal, id: string): string => {
  const known = find(id);
  return known.kind === 'lint' ? explainLint(terminal, known.rule) : explain(terminal, known.rule);
};

export const ruleJson = (id: string): string => {
  const known = find(id);
  const { remedy, reference } = known.rule;
  const told =
    known.kind === 'lint'
      ? { level: known.rule.level, summary: known.rule.message }
      : { bump: known.rule.bump, summary: known.rule.summary };
  const examples = known.rule.examples.map(({ title }) => title);
  return JSON.stringify({ id, kind: known.kind, ...told, remedy, reference, examples }, null, 2);
};

const explain = (terminal: Terminal, rule: Rule): string =>
  [
    `${paint(terminal, 'bold', rule.id)}  ${bumpOf(rule)}`,
    rule.summary,
    `Remedy: ${rule.remedy}`,
    `See: ${rule.reference}`,
    ...rule.examples.map((example) => exampleOf(terminal, rule, example)),
  ].join('\n\n');

const bumpOf = ({ bump, toleratedBump }: Rule): string =>
  toleratedBump === undefined ? bump : `${bump} (${toleratedBump} where outputs are covariant)`;

/** The example as it is judged here and now, with the instance that shows it. */
const exampleOf = (terminal: Terminal, { id }: Rule, example: Example): string => {
  const { findings } = classify(exampleContract(example.before), exampleContract(example.after), {
    outputCompatibility: 'strict',
    changes: example.changes ?? [],
  });
  const own = findings.find(({ rule }) => rule === id) ?? findings[0];
  const shown = own?.proof.kind === 'witness' ? JSON.stringify(own.proof.instance) : null;
  return [
    `Example: ${example.title}`,
    `  before  ${JSON.stringify(example.before)}`,
    `  after   ${JSON.stringify(example.after)}`,
    ...(example.changes === undefined ? [] : [`  changes ${JSON.stringify(example.changes)}`]),
    `  finds   ${findings.map(({ rule }) => rule).join(', ') || 'nothing'}`,
    ...(shown === null ? [] : [`  shown by ${paint(terminal, 'dim', shown)}`]),
  ].join('\n');
};

const explainLint = (terminal: Terminal, rule: LintRule): string =>
  [
    `${paint(terminal, 'bold', rule.id)}  ${rule.level}`,
    rule.message,
    `Remedy: ${rule.remedy}`,
    `Why: ${rule.reference}`,
    ...rule.examples.map(({ title, finds }) => {
      const found = finds.length === 0 ? 'nothing' : finds.join(', ');
      return `Example: ${title}\n  finds   ${found}`;
    }),
  ].join('\n\n');
