import { findingLines, STYLE_OF_BUMP } from '../compatibility/diff-text.js';
import { shownPlace } from '../manifests/location.js';
import { paint, type Terminal } from '../output/terminal.js';
import { plural, shown } from '../output/text.js';
import { betterNumber, countsOf, stepOf, type Plan, type PlannedTool } from './plan.js';

const STYLE = {
  create: 'green',
  replace: 'green',
  allowed: 'green',
  unchanged: 'dim',
  refused: 'red',
} as const satisfies Record<PlannedTool['outcome'], string>;

/** For people at a terminal: each tool with its step, why, and what to do. */
export const planText = (terminal: Terminal, plan: Plan): string => {
  const blocks = plan.tools.map((tool) => toolBlock(terminal, tool));
  const closing = `${plural(plan.tools.length, 'tool')}: ${countsOf(plan)}. Nothing was written.`;
  return [...blocks, closing].join('\n\n');
};

function toolBlock(terminal: Terminal, tool: PlannedTool): string {
  const outcome = paint(terminal, STYLE[tool.outcome], tool.outcome);
  const name = paint(terminal, 'bold', `${tool.tool_id} ${tool.version}`);
  const better = betterNumber(tool);
  return [
    `${name}  ${outcome}  ${stepOf(tool)}  ${paint(terminal, 'dim', shownPlace(tool.at))}`,
    ...tool.refusals.map(({ code, message, at }) => {
      return `  ${paint(terminal, 'red', code)}  ${shown(message)}  ${paint(terminal, 'dim', shownPlace(at))}`;
    }),
    ...(better === null ? [] : [`  ${better} would be allowed.`]),
    ...tool.changes.map((change) =>
      indented(findingLines(terminal, change, shownPlace(change.at))),
    ),
    ...tool.lint.map(({ level, rule, message, at }) => {
      const style = level === 'error' ? 'red' : STYLE_OF_BUMP.minor;
      return `  ${paint(terminal, style, level)}  ${rule}  ${shown(message)}  ${paint(terminal, 'dim', shownPlace(at))}`;
    }),
    ...driftLines(tool),
  ].join('\n');
}

export const driftLines = ({
  updated,
  drift,
}: Pick<PlannedTool, 'updated' | 'drift'>): string[] => [
  ...(updated.length === 0 ? [] : [`  brought up to date: ${updated.join(', ')}`]),
  ...(drift.length === 0
    ? []
    : [`  differs from the catalog and is left alone: ${drift.join(', ')}`]),
];

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}
