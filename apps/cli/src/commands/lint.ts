import { InvalidArgumentError, Option, type Command } from 'commander';
import { isClientProfile, PROFILE_NAMES, type ClientProfile } from '#core/lint/client-profile.js';
import { LINT_LEVELS, type LintLevel } from '#core/lint/lint-rule.js';
import { CommandEnd, EXIT } from '../exit-codes.js';
import { judgeOffline } from '../manifests/judge-offline.js';
import { lintJson, lintText, openFindings, type LintReport } from '../manifests/lint-report.js';
import { lintSettingsFor } from '../manifests/lint-settings-for.js';
import { loadManifests } from '../manifests/load-manifests.js';
import type { Session } from '../session.js';

interface Options {
  readonly failOn: LintLevel;
  readonly config?: string;
  readonly profile?: readonly ClientProfile[];
  readonly json?: true;
}

const EXAMPLES = `
Nothing is sent anywhere. \`refused\` is what no catalog would take; the rest are rules
of good design, which \`quartermaster explain <rule>\` tells more of.

Examples:
  $ quartermaster lint                          quartermaster.yaml in this folder
  $ quartermaster lint tools/*/quartermaster.yaml --fail-on warning
  $ quartermaster lint --profile openai,copilot   what these clients take
  $ quartermaster lint --config lint.yaml         levels as the catalog has them`;

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
    .option('--config <file>', 'levels and clients as a catalog has them (QM_LINT_CONFIG)')
    .addOption(
      new Option(
        '--profile <clients>',
        `whom to lint for: none, or of ${PROFILE_NAMES.join(', ')}`,
      ).argParser(clientsIn),
    )
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((files: string[], options: Options) => runLint(files, options, session));
};

async function runLint(
  named: readonly string[],
  { failOn, config, profile, json }: Options,
  { terminal }: Session,
): Promise<void> {
  const { files, tools, faults } = await loadManifests(named);
  const settingsOf = await lintSettingsFor({ config, profile });
  const verdicts = tools.map((tool) => judgeOffline(tool, settingsOf(tool)));
  const report: LintReport = { files, faults, verdicts };
  terminal.out(json === true ? lintJson(report) : lintText(terminal, report));
  const fails = LINT_LEVELS.slice(0, LINT_LEVELS.indexOf(failOn) + 1);
  const found = openFindings(verdicts).map(({ level }) => level);
  if (faults.length > 0 || found.some((level) => fails.includes(level))) {
    throw new CommandEnd(EXIT.refused);
  }
}

function clientsIn(text: string): readonly ClientProfile[] {
  const names = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  const known = names.filter(isClientProfile);
  if (known.length === names.length) return known;
  throw new InvalidArgumentError(`These are known: none, ${PROFILE_NAMES.join(', ')}.`);
}
