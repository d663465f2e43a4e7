import type { Command } from 'commander';
import { planImport, type ImportPlan } from '#core/imports/tools-list/plan-import.js';
import type { Profile } from '#core/imports/tools-list/profile.js';
import { readToolsList } from '#core/imports/tools-list/read-tools-list.js';
import { CommandEnd, CommandFailure, EXIT, usageFailure } from '../exit-codes.js';
import { concludeImport } from '../imports/conclude-import.js';
import { findDrift, hasMoved } from '../imports/drift.js';
import { importSettled } from '../imports/import-settled.js';
import { listTools, NoList, type McpServer } from '../imports/mcp-server.js';
import { printDrift } from '../imports/print-drift.js';
import {
  collect,
  profileOf,
  withProfileOptions,
  type ProfileOptions,
} from '../imports/profile-options.js';
import { clientOf, type Session } from '../session.js';

interface Options extends ProfileOptions {
  readonly header?: readonly string[];
  readonly env?: readonly string[];
  readonly check?: true;
  readonly clarified?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

const EXAMPLES = `
The key needs \`publish\` and \`read\` for the namespace, for --check \`read\` and \`publish\`.
A command is started, asked for its tools over stdio, and stopped again.

Examples:
  $ quartermaster import mcp https://mcp.example.com/mcp --owner platform
  $ quartermaster import mcp --owner platform -- npx -y @acme/mcp-server --read-only
  $ quartermaster import mcp --check https://mcp.example.com/mcp

Exit codes of --check: 0 nothing has moved, 1 something has, 3 the server does not answer.`;

/** `quartermaster import mcp`: what a running server lists, or how it drifted since. */
export const register = (parent: Command, session: Session): void => {
  const command = parent
    .command('mcp')
    .description('register the tools of a running MCP server as drafts, or check them for drift')
    .argument('<server...>', 'its address (streamable HTTP), or after -- the command that runs it');
  withProfileOptions(command, {
    namespace: "instead of the server's own name",
    version: "of new and changed tools, instead of the server's and of the required step",
    target: ['--target <server>', 'the name under which the MCP server is called'],
  })
    .option('--header <field>', 'sent to the address, as "Name: value"; repeatable', collect)
    .option('--env <variable>', 'given to the command, as NAME=value; repeatable', collect)
    .option('--check', 'write nothing, and say what has moved since the import')
    .option('--clarified', 'declare that changed titles and descriptions mean the same as before')
    .option('--dry-run', 'check everything, write nothing')
    .option('--json', 'the whole report as JSON')
    .addHelpText('after', EXAMPLES)
    .action((server: string[], options: Options) => runImport(server, options, session));
};

async function runImport(
  words: readonly string[],
  options: Options,
  session: Session,
): Promise<void> {
  const server = serverOf(words, options);
  const profile = await profileOf(options, { needsOwner: options.check !== true });
  const source = words.join(' ');
  const plan = await planOf(server, source, profile);
  if (options.check === true) return checkDrift(plan, source, options, session);
  const dryRun = options.dryRun === true;
  const settled = { profile, dryRun, clarified: options.clarified === true };
  const servers = await importSettled([{ file: source, plan }], settled, session);
  concludeImport(
    { dry_run: dryRun, servers, unreadable: [] },
    options.json === true,
    session.terminal,
  );
}

function serverOf(words: readonly string[], { header = [], env = [] }: Options): McpServer {
  const [first = '', ...args] = words;
  if (!/^https?:\/\//i.test(first)) {
    return { kind: 'stdio', command: first, args, env: pairsOf(env, '=', '--env') };
  }
  if (!URL.canParse(first) || args.length > 0)
    throw usageFailure(`${words.join(' ')} is no address`);
  return { kind: 'http', url: new URL(first), headers: pairsOf(header, ':', '--header') };
}

function pairsOf(texts: readonly string[], mark: string, option: string): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(mark);
      // The text itself may be a secret.
      if (at < 1) throw usageFailure(`${option} takes a name, "${mark}" and a value`);
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()] as const;
    }),
  );
}

/** A list that cannot be had, or that is empty, ends the command before anything is compared. */
async function planOf(server: McpServer, source: string, profile: Profile): Promise<ImportPlan> {
  const { serverInfo, tools } = await listTools(server).catch((error: unknown) => {
    if (error instanceof NoList)
      throw new CommandFailure(EXIT.refused, `${source}: ${error.message}`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(
      EXIT.unreachable,
      `${source} does not answer: ${reason}`,
      'Look whether it is an MCP server over streamable HTTP, or a command that speaks MCP over stdio.',
    );
  });
  const reading = readToolsList(JSON.stringify({ serverInfo, tools }));
  if (!reading.ok) throw new CommandFailure(EXIT.refused, `${source}: ${reading.message}`);
  if (reading.tools.length === 0) {
    throw new CommandFailure(
      EXIT.refused,
      `${source} lists no tools`,
      'Nothing was changed: tools that are gone are deprecated by a person, never by an import.',
    );
  }
  return planImport(reading, profile, 'server');
}

async function checkDrift(
  plan: ImportPlan,
  source: string,
  { json }: Options,
  session: Session,
): Promise<void> {
  const tools = await findDrift(clientOf(session), plan);
  const report = { source, namespace: plan.namespace, tools };
  if (json === true) session.terminal.out(JSON.stringify(report, null, 2));
  else printDrift(session.terminal, report);
  if (hasMoved(tools)) throw new CommandEnd(EXIT.refused);
}
