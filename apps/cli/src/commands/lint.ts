import { Option, type Command } from 'commander';
import { LINT_LEVELS, type LintLevel } from '#core/lint/lint-rule.js';
import { CommandEnd, EXIT } from '../exit-codes.js';
import { judgeOffline } from '../manifests/judge-offline.js';
import { lintJson, lintText, type LintReport } from '../manifests/lint-report.js';
import { loadManifests } from '../manifests/load-manifests.js';
import type { Session } from '../session.js';

interface Options {
  readonly failOn: LintLevel;
  readonly json?: true;
}

const EXAMPLES = `
Nothing is sent anywhere. \`refused\` is what no catalog would take; the rest are rules
of good design, which \`quartermaster explain <rule>\` tells more of.

Examples:
  $ quartermaster lint                          quartermaster.yaml in this folder
  $ quartermaster lint tools/*/quartermaster.yaml --fail-on warning`;

/** `quartermaster lint`: what is wrong with a manifest, without a catalog. */
export const register = (program: Command, session: Session): void => {
  program
    .command('lint')
    .description('check manifest files without a catalog, with file, line and pointer')
    .argument('[file...]', 'manifest files, or folders with a quartermaster.yaml')
    .addOption(
      new Option('--fail-on <level>', 'end with 1 from this level on')
        .choices(LINT_LEVELS)
        .default('error'),
    )
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((files: string[], options: Options) => runLint(files, options, session));
};

async function runLint(
  named: readonly string[],
  { failOn, json }: Options,
  { terminal }: Session,
): Promise<void> {
  const { files, tools, faults } = await loadManifests(named);
  const report: LintReport = { files, faults, verdicts: tools.map(judgeOffline) };
  terminal.out(json === true ? lintJson(report) : lintText(terminal, report));
  const fails = LINT_LEVELS.slice(0, LINT_LEVELS.indexOf(failOn) + 1);
  const found = report.verdicts.flatMap(({ findings }) => findings.map(({ level }) => level));
  if (faults.length > 0 || found.some((level) => fails.includes(level))) {
    throw new CommandEnd(EXIT.refused);
  }
}
