import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { isObject, member } from '#core/json/value.js';
import { readJson } from '#core/json/read.js';
import * as apply from './commands/apply.js';
import * as audit from './commands/audit.js';
import * as candidates from './commands/candidates.js';
import * as completion from './commands/completion.js';
import * as demo from './commands/demo.js';
import * as diff from './commands/diff.js';
import * as evidence from './commands/evidence.js';
import * as explain from './commands/explain.js';
import * as exportTools from './commands/export.js';
import * as get from './commands/get.js';
import * as importMcp from './commands/import-mcp.js';
import * as importOpenApi from './commands/import-openapi.js';
import * as importToolsList from './commands/import-tools-list.js';
import * as init from './commands/init.js';
import * as keys from './commands/keys.js';
import * as lint from './commands/lint.js';
import * as list from './commands/list.js';
import * as lock from './commands/lock.js';
import * as login from './commands/login.js';
import * as logout from './commands/logout.js';
import * as plan from './commands/plan.js';
import * as review from './commands/review.js';
import * as rules from './commands/rules.js';
import * as subsumes from './commands/subsumes.js';
import * as suggestVersion from './commands/suggest-version.js';
import * as transition from './commands/transition.js';
import * as whoami from './commands/whoami.js';
import { CommandEnd, EXIT, type ExitCode } from './exit-codes.js';
import { reportFailure } from './output/failure.js';
import type { Session } from './session.js';

const EXAMPLES = `
Examples:
  $ npm run demo                                    see the whole product in a minute
  $ quartermaster import tools-list dump.json --owner platform --dry-run
  $ quartermaster init && quartermaster lint        a manifest to start from
  $ quartermaster plan && quartermaster apply       its tools into the catalog
  $ quartermaster rules                             what makes a change breaking
  $ quartermaster diff before.json after.json       which version step a change needs

Environment:
  QM_URL     address of the service (http://127.0.0.1:3000)
  QM_TOKEN   API key, qm_…, or a token; without it, whoever is signed in
  NO_COLOR   no colours, whatever the terminal

Exit codes: 0 fine, 1 refused, 2 usage, 3 the service cannot be reached.`;

/** Runs one command line and says how it ended; never throws. */
export const run = async (argv: readonly string[], session: Session): Promise<ExitCode> => {
  try {
    await programOf(session).parseAsync([...argv], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    // commander has said what is wrong by now; asking for help or the version is fine.
    if (error instanceof CommanderError) return HELP.has(error.code) ? EXIT.ok : EXIT.usage;
    if (error instanceof CommandEnd) return error.exitCode;
    return reportFailure(session.terminal, error, argv.includes('--json'));
  }
};

const HELP: ReadonlySet<string> = new Set(['commander.helpDisplayed', 'commander.version']);

/** In the order in which the help lists them. */
const COMMANDS = [
  demo,
  init,
  lint,
  diff,
  plan,
  suggestVersion,
  apply,
  evidence,
  review,
  transition,
  get,
  list,
  candidates,
  exportTools,
  lock,
  audit,
  subsumes,
  rules,
  explain,
  keys,
  login,
  logout,
  whoami,
  completion,
] as const;

/** Every command, as it stands on a command line. */
export function programOf(session: Session): Command {
  const { terminal } = session;
  const program = new Command('quartermaster')
    .description('A governed tool catalog for AI agents.')
    .version(ownVersion())
    .addHelpText('after', EXAMPLES)
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      getOutHelpWidth: () => terminal.width ?? 100,
    })
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help to see what can stand here.')
    .enablePositionalOptions()
    .exitOverride();
  const imports = program.command('import').description('bring tools in from elsewhere');
  for (const source of [importMcp, importOpenApi, importToolsList]) {
    source.register(imports, session);
  }
  for (const command of COMMANDS) command.register(program, session);
  return program;
}

function ownVersion(): string {
  const manifest = readJson(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  const version =
    manifest.ok && isObject(manifest.value) ? member(manifest.value, 'version') : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
