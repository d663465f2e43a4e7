import { plural } from '../output/text.js';
import { paint, type Terminal } from '../output/terminal.js';
import { cell, code, findingLines, proofLines } from './diff-text.js';
import type { ToolDiff } from './diff-manifests.js';

const STYLE = {
  added: 'green',
  removed: 'yellow',
  same: 'dim',
  fits: 'green',
  'too-small': 'red',
} as const satisfies Record<ToolDiff['outcome'], string>;

const requiredOf = ({ classification }: ToolDiff): string => classification?.bump ?? 'none';

const stepOf = ({ before, after }: ToolDiff): string => `${before ?? '·'} → ${after ?? '·'}`;

/** Why a number is too small, in the words of every report. */
const adviceOf = ({ minimum_version: minimum }: ToolDiff): string =>
  minimum === null ? '' : `; ${minimum} would be enough`;

const verdictOf = (diff: ToolDiff): string => {
  switch (diff.outcome) {
    case 'added':
      return 'is new';
    case 'removed':
      return 'is no longer declared; its versions stay in the catalog';
    case 'same':
      return 'the same contract';
    case 'fits':
      return `declared ${diff.declared_bump}, required ${requiredOf(diff)}`;
    case 'too-small':
      return `declared ${diff.declared_bump}, required ${requiredOf(diff)}${adviceOf(diff)}`;
  }
};

/** For people at a terminal: each tool with its step and every finding. */
export const manifestsText = (terminal: Terminal, diffs: readonly ToolDiff[]): string => {
  const blocks = diffs.map((diff) => {
    const heading = `${paint(terminal, 'bold', diff.tool_id)}  ${stepOf(diff)}  ${paint(terminal, STYLE[diff.outcome], diff.outcome)}  ${verdictOf(diff)}`;
    const findings = (diff.classification?.findings ?? []).map((finding) =>
      findingLines(terminal, finding)
        .map((line) => `  ${line}`)
        .join('\n'),
    );
    return [heading, ...findings].join('\n');
  });
  return [...blocks, closingOf(diffs)].join('\n\n');
};

/** For a program. */
export const manifestsJson = (diffs: readonly ToolDiff[]): string => {
  const tools = diffs.map(({ classification, ...diff }) => ({
    ...diff,
    required_bump: classification?.bump ?? null,
    changes: classification?.findings ?? [],
  }));
  return JSON.stringify({ ok: !diffs.some(isTooSmall), tools }, null, 2);
};

/** For a pull request. */
export const manifestsMarkdown = (diffs: readonly ToolDiff[]): string => {
  const rows = diffs.map(
    (diff) =>
      `| ${code(diff.tool_id)} | ${stepOf(diff)} | ${diff.outcome} | ${cell(verdictOf(diff))} |`,
  );
  const findings = diffs.flatMap(({ tool_id, classification }) =>
    (classification?.findings ?? []).map((finding) => {
      const evidence = proofLines(finding.proof).map(cell).join('<br>');
      return `| ${code(tool_id)} | ${finding.bump} | ${code(finding.rule)} | ${code(finding.path)} | ${cell(finding.message)} | ${evidence} |`;
    }),
  );
  return [
    `### ${closingOf(diffs)}`,
    ['| tool | step | | why |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ...(findings.length === 0
      ? []
      : [
          [
            '| tool | bump | rule | where | what | evidence |',
            '| --- | --- | --- | --- | --- | --- |',
            ...findings,
          ].join('\n'),
        ]),
  ].join('\n\n');
};

export const isTooSmall = ({ outcome }: ToolDiff): boolean => outcome === 'too-small';

const closingOf = (diffs: readonly ToolDiff[]): string => {
  const small = diffs.filter(isTooSmall).length;
  const tools = plural(diffs.length, 'tool');
  return small === 0
    ? `${tools}: every step is large enough.`
    : `${tools}: ${small} with a step that is too small.`;
};
