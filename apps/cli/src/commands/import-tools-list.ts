import type { Command } from 'commander';
import { concludeImport } from '../imports/conclude-import.js';
import { importLists, planLists } from '../imports/import-lists.js';
import type { ImportReport } from '../imports/import-report.js';
import { profileOf, withProfileOptions, type ProfileOptions } from '../imports/profile-options.js';
import { readListFile } from '../imports/read-files.js';
import { startProgress } from '../output/progress.js';
import { clientOf, type Session } from '../session.js';

interface Options extends ProfileOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

const EXAMPLES = `
Examples:
  $ quartermaster import tools-list playwright.json --owner web --role operator
  $ quartermaster import tools-list dumps/*.json --profile profile.yaml --dry-run
  $ quartermaster import tools-list dumps/*.json --profile profile.yaml --json

Every tool becomes a draft. What the list does not say is guessed and marked as
proposed: nothing goes live before a person has confirmed it. docs/cli.md has more.`;

/** `quartermaster import tools-list`: what MCP servers list, registered tool by tool as drafts. */
export const register = (parent: Command, session: Session): void => {
  const command = parent
    .command('tools-list')
    .description('register the tools of saved MCP tools/list answers as drafts')
    .argument('<file...>', 'answers as JSON: bare, in a JSON-RPC envelope, an array, or a dump');
  withProfileOptions(command, {
    namespace: "instead of the server's own name",
    version: "instead of the package's or the server's version",
    target: ['--target <server>', 'the name under which the MCP server is called'],
  })
    .option('--dry-run', 'check everything, write nothing')
    .option('--json', 'the whole report as JSON')
    .addHelpText('after', EXAMPLES)
    .action((files: string[], options: Options) => runImport(files, options, session));
};

async function runImport(
  files: readonly string[],
  options: Options,
  session: Session,
): Promise<void> {
  const profile = await profileOf(options);
  const lists = await Promise.all(files.map(readListFile));
  const planned = planLists(lists, profile);
  const total = planned.reduce((sum, { plan }) => sum + plan.tools.length, 0);
  const progress = startProgress(session.terminal, total);
  let report: ImportReport;
  try {
    report = await importLists(lists, planned, {
      client: clientOf(session),
      dryRun: options.dryRun === true,
      onTools: progress.advance,
    });
  } finally {
    progress.stop();
  }
  concludeImport(report, options.json === true, session.terminal);
}
