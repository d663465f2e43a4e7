import type { Command } from 'commander';
import type { Profile } from '#core/imports/tools-list/profile.js';
import { servesAsNamespace } from '#core/imports/tools-list/tool-id.js';
import { parseVersion } from '#core/versions/version.js';
import { CommandEnd, EXIT, usageFailure } from '../exit-codes.js';
import { importLists, planLists } from '../imports/import-lists.js';
import { hasQuarantined, totalsOf, type ImportReport } from '../imports/import-report.js';
import { printReport } from '../imports/print-report.js';
import { readListFile, readProfileFile } from '../imports/read-files.js';
import { startProgress } from '../output/progress.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly profile?: string;
  readonly owner?: string;
  readonly namespace?: string;
  readonly version?: string;
  readonly target?: string;
  readonly role?: readonly string[];
  readonly tenant?: readonly string[];
  readonly taskType?: readonly string[];
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
  parent
    .command('tools-list')
    .description('register the tools of saved MCP tools/list answers as drafts')
    .argument('<file...>', 'answers as JSON: bare, in a JSON-RPC envelope, an array, or a dump')
    .option('--profile <file>', 'owner, policy and corrections per tool, as YAML')
    .option('--owner <name>', 'who answers for the tools')
    .option('--namespace <name>', "instead of the server's own name")
    .option('--version <number>', "instead of the package's or the server's version")
    .option('--target <server>', 'the name under which the MCP server is called')
    .option('--role <name>', 'a role that may use the tools; repeatable', collect)
    .option('--tenant <name>', 'a tenant that may use the tools; repeatable', collect)
    .option('--task-type <name>', 'a task type that the tools serve; repeatable', collect)
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
  conclude(report, options, session);
}

function conclude(report: ImportReport, options: Options, { terminal }: Session): void {
  if (options.json === true) {
    const totals = totalsOf(report.servers);
    terminal.out(JSON.stringify({ ...report, totals }, null, 2));
  } else {
    printReport(terminal, report);
  }
  if (hasQuarantined(report)) throw new CommandEnd(EXIT.refused);
}

/** The profile with what the command line states above it. */
async function profileOf(options: Options): Promise<Profile> {
  const profile = options.profile === undefined ? {} : await readProfileFile(options.profile);
  const stated: Profile = {
    ...profile,
    ...given('owner', options.owner),
    ...given('namespace', options.namespace),
    ...given('version', options.version),
    ...given('target', options.target),
    policy: {
      ...profile.policy,
      ...given('allowed_roles', options.role),
      ...given('allowed_tenants', options.tenant),
      ...given('task_types', options.taskType),
    },
  };
  check(stated);
  return stated;
}

function check({ owner, namespace, version }: Profile): void {
  if (owner === undefined) {
    throw usageFailure(
      'nobody is named who answers for the tools',
      'Give --owner, or `owner:` in the profile.',
    );
  }
  if (namespace !== undefined && !servesAsNamespace(namespace)) {
    throw usageFailure(
      `${namespace} is no namespace`,
      'Start with a letter; use letters, digits, `_` and `-`, 64 characters at most.',
    );
  }
  if (version !== undefined && parseVersion(version) === null) {
    throw usageFailure(`${version} is not a version such as 1.4.2 or 2.0.0-rc.1`);
  }
}

function collect(name: string, before: readonly string[] = []): readonly string[] {
  return [...before, name];
}

/** The one member, or none: an undefined one would hide what the profile says. */
function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  // TypeScript widens a computed key to string.
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
