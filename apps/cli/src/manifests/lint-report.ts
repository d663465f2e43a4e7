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
    openFindings(verdicts).filter((finding) => finding.level === level).length +
    (level === 'error' ? faults.length : 0);
  const waived =
    verdicts.flatMap(({ findings }) => findings).length - openFindings(verdicts).length;
  const counts = LINT_LEVELS.map((level) => plural(count(level), level));
  if (waived > 0) counts.push(`${waived} waived`);
  const tools = `${plural(verdicts.length, 'tool')} in ${plural(files.length, 'file')}`;
  return [...faulty, ...found, `${tools}: ${counts.join(', ')}.`].join('\n\n');
};

/** Those that nobody answers for. */
export const openFindings = (verdicts: readonly OfflineVerdict[]): readonly LocatedFinding[] =>
  verdicts.flatMap(({ findings }) => findings).filter(({ waived }) => waived === null);

export const faultBlock = (terminal: Terminal, fault: LocatedFault): string =>
  [
    `${shownPlace(fault)}  ${paint(terminal, 'red', 'error')}  ${paint(terminal, 'bold', fault.code)}  ${shown(fault.pointer)}`.trimEnd(),
    `    ${shown(fault.message)}`,
  ].join('\n');

function findingBlock(terminal: Terminal, finding: LocatedFinding): string {
  const { level, kind, code, at, message, remedy, waived } = finding;
  const told = waived === null ? (kind === 'refused' ? 'refused' : level) : 'waived';
  const word = paint(terminal, waived === null ? STYLE[level] : 'cyan', told);
  if (waived !== null) {
    const { owner, expires, reason } = waived;
    return [
      `${shownPlace(at)}  ${word}  ${paint(terminal, 'bold', code)}  ${shown(at.pointer)}`.trimEnd(),
      `    by ${shown(owner)} until ${expires}: ${shown(reason)}`,
    ].join('\n');
  }
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
        findings: findings.map(({ kind, level, code, path, message, remedy, waived, at }) => {
          return { kind, level, code, path, message, remedy, waived, ...at };
        }),
      })),
    },
    null,
    2,
  );
