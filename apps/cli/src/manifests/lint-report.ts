import { LINT_LEVELS, type LintLevel } from '#core/lint/lint-rule.js';
import { paint, type Terminal } from '../output/terminal.js';
import { plural, shown } from '../output/text.js';
import type { LocatedFinding, OfflineVerdict } from './judge-offline.js';
import { shownPlace, type LocatedFault } from './location.js';

export interface LintReport {
  readonly files: readonly string[];
  readonly faults: readonly LocatedFault[];
  readonly verdicts: readonly OfflineVerdict[];
}

const STYLE = { error: 'red', warning: 'yellow', note: 'cyan' } as const satisfies Record<
  LintLevel,
  string
>;

/** One block for each place, the file with its line first, then the counts. */
export const lintText = (terminal: Terminal, { files, faults, verdicts }: LintReport): string => {
  const faulty = faults.map((fault) => faultBlock(terminal, fault));
  const found = verdicts.flatMap(({ findings }) =>
    findings.map((finding) => findingBlock(terminal, finding)),
  );
  const count = (level: LintLevel): number =>
    verdicts.flatMap(({ findings }) => findings).filter((finding) => finding.level === level)
      .length + (level === 'error' ? faults.length : 0);
  const counts = LINT_LEVELS.map((level) => plural(count(level), level));
  const tools = `${plural(verdicts.length, 'tool')} in ${plural(files.length, 'file')}`;
  return [...faulty, ...found, `${tools}: ${counts.join(', ')}.`].join('\n\n');
};

export const faultBlock = (terminal: Terminal, fault: LocatedFault): string =>
  [
    `${shownPlace(fault)}  ${paint(terminal, 'red', 'error')}  ${paint(terminal, 'bold', fault.code)}  ${shown(fault.pointer)}`.trimEnd(),
    `    ${shown(fault.message)}`,
  ].join('\n');

function findingBlock(terminal: Terminal, finding: LocatedFinding): string {
  const { level, kind, code, at, message, remedy } = finding;
  const word = paint(terminal, STYLE[level], kind === 'refused' ? 'refused' : level);
  return [
    `${shownPlace(at)}  ${word}  ${paint(terminal, 'bold', code)}  ${shown(at.pointer)}`.trimEnd(),
    `    ${shown(message)}`,
    ...(remedy === null ? [] : [`    → ${remedy}`]),
  ].join('\n');
}

export const lintJson = ({ files, faults, verdicts }: LintReport): string =>
  JSON.stringify(
    {
      files,
      faults,
      tools: verdicts.map(({ tool, digest, findings }) => ({
        tool_id: tool.tool_id,
        version: tool.version,
        contract_digest: digest,
        findings: findings.map(({ kind, level, code, path, message, remedy, at }) => {
          return { kind, level, code, path, message, remedy, ...at };
        }),
      })),
    },
    null,
    2,
  );
