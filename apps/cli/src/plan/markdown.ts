import { cell, code, proofLines } from '../compatibility/diff-text.js';
import type { FailedPlace } from '../exit-codes.js';
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

/**
 * For a pull request: what would happen to each tool, then why, tool by tool, the refused ones
 * first. Where there is not room for all, the others are counted.
 */
export const planMarkdown = (plan: Plan, mostCharacters = Infinity): string => {
  const heading = `### ${isRefused(plan) ? '❌' : '✅'} Quartermaster plan: ${countsOf(plan)}`;
  const refused = plan.tools.filter(({ outcome }) => outcome === 'refused');
  const others = plan.tools.filter(({ outcome }) => outcome !== 'refused');
  const ordered = [...refused, ...others];
  const half = mostCharacters / 2;
  const rows = fitting(ordered.map(rowOf), half, 'tools');
  const details = fitting(ordered.flatMap(detailsOf), half, 'tools have details');
  const tools = plural(plan.tools.length, 'tool');
  return [
    heading,
    [
      '| tool | version | what would happen | step |',
      '| --- | --- | --- | --- |',
      ...rows.kept,
    ].join('\n'),
    ...rows.left,
    ...details.kept,
    ...details.left,
    `_${tools} of ${plan.files.map(code).join(', ')}; nothing was written._`,
  ].join('\n\n');
};

/** The same for a manifest that cannot be understood at all. */
export const faultsMarkdown = (faults: readonly FailedPlace[]): string =>
  [
    '### ❌ Quartermaster plan: the manifest cannot be understood',
    fitting(
      faults.map(({ file, line, pointer, message }) => {
        return `- ${code(`${file}:${line}`)} ${code(pointer)} ${cell(message)}`;
      }),
      MOST_FAULTS,
      'faults',
    ).kept.join('\n'),
  ].join('\n\n');

const MOST_FAULTS = 20_000;

/** As many as there is room for, and a word on those that are left. */
function fitting(
  texts: readonly string[],
  mostCharacters: number,
  noun: string,
): { kept: string[]; left: string[] } {
  const kept: string[] = [];
  let room = mostCharacters - RESERVE;
  for (const text of texts) {
    room -= text.length + 2;
    if (room < 0) break;
    kept.push(text);
  }
  const left = texts.length - kept.length;
  return { kept, left: left === 0 ? [] : [`… and ${left} more ${noun}: see the log of the run.`] };
}

/** For heading and closing line. */
const RESERVE = 1_000;

function rowOf(tool: PlannedTool): string {
  const cells = [code(tool.tool_id), code(tool.version), SIGN[tool.outcome], cell(stepOf(tool))];
  return `| ${cells.join(' | ')} |`;
}

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
