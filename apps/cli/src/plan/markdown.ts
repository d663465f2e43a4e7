import { cell, code, proofLines } from '../compatibility/diff-text.js';
import { shownPlace } from '../manifests/location.js';
import { plural } from '../output/text.js';
import { betterNumber, countsOf, isRefused, stepOf, type Plan, type PlannedTool } from './plan.js';

const SIGN = {
  create: '🆕 create',
  replace: '✏️ replace the draft',
  allowed: '✅ allowed',
  unchanged: '➖ unchanged',
  refused: '❌ refused',
} as const satisfies Record<PlannedTool['outcome'], string>;

/** For a pull request: what would happen to each tool, then why, tool by tool. */
export const planMarkdown = (plan: Plan): string =>
  [
    `### ${isRefused(plan) ? '❌' : '✅'} Quartermaster plan: ${countsOf(plan)}`,
    [
      '| tool | version | what would happen | step |',
      '| --- | --- | --- | --- |',
      ...plan.tools.map(
        (tool) =>
          `| ${code(tool.tool_id)} | ${code(tool.version)} | ${SIGN[tool.outcome]} | ${cell(stepOf(tool))} |`,
      ),
    ].join('\n'),
    ...plan.tools.flatMap(detailsOf),
    `_${plural(plan.tools.length, 'tool')} of ${plan.files.map(code).join(', ')}; nothing was written._`,
  ].join('\n\n');

function detailsOf(tool: PlannedTool): string[] {
  const { refusals, changes, lint, outcome } = tool;
  const lines = [
    ...refusals.map(({ code: id, message, at }) => {
      return `- **${id}** ${cell(message)} (${code(shownPlace(at))})`;
    }),
    ...adviceOf(tool),
    ...driftOf(tool),
  ];
  if (lines.length + changes.length + lint.length === 0) return [];
  const summary = `<code>${tool.tool_id} ${tool.version}</code>: ${plural(changes.length, 'change')}, ${plural(lint.length, 'lint finding')}`;
  return [
    [
      `<details${outcome === 'refused' ? ' open' : ''}><summary>${summary}</summary>`,
      ...(lines.length === 0 ? [] : [lines.join('\n')]),
      ...changesTable(tool),
      ...lintTable(tool),
      '</details>',
    ].join('\n\n'),
  ];
}

function adviceOf(tool: PlannedTool): string[] {
  const better = betterNumber(tool);
  const remedies = new Set(
    tool.changes.filter(({ bump }) => bump === tool.required_bump).map(({ remedy }) => remedy),
  );
  if (tool.outcome !== 'refused') return [];
  return [
    ...(better === null ? [] : [`- Version ${code(better)} would be allowed.`]),
    ...[...remedies].map((remedy) => `- ${cell(remedy)}`),
  ];
}

function driftOf({ updated, drift }: PlannedTool): string[] {
  return [
    ...(updated.length === 0 ? [] : [`- Brought up to date: ${updated.map(code).join(', ')}`]),
    ...(drift.length === 0
      ? []
      : [`- Differs from the catalog and is left alone: ${drift.map(code).join(', ')}`]),
  ];
}

function changesTable({ changes }: PlannedTool): string[] {
  if (changes.length === 0) return [];
  const rows = changes.map(({ bump, rule, at, message, proof }) => {
    const evidence = proofLines(proof).map(cell).join('<br>');
    return `| ${bump} | ${code(rule)} | ${code(shownPlace(at))} | ${cell(message)} | ${evidence} |`;
  });
  return [
    ['| bump | rule | where | what | evidence |', '| --- | --- | --- | --- | --- |', ...rows].join(
      '\n',
    ),
  ];
}

function lintTable({ lint }: PlannedTool): string[] {
  if (lint.length === 0) return [];
  const rows = lint.map(({ level, rule, at, message }) => {
    return `| ${level} | ${code(rule)} | ${code(shownPlace(at))} | ${cell(message)} |`;
  });
  return [['| lint | rule | where | what |', '| --- | --- | --- | --- |', ...rows].join('\n')];
}
