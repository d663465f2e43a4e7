import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { driftOf, type Drift } from '#core/lock/drift.js';
import { lockDocument, readLock, type Lock } from '#core/lock/lock-file.js';
import { repeated } from '../catalog/caller-options.js';
import { readDocument } from '../documents/read-document.js';
import { CommandEnd, CommandFailure, EXIT, usageFailure } from '../exit-codes.js';
import { servedTools } from '../lock/served-tools.js';
import { table } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import { plural } from '../output/text.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly namespace?: readonly string[];
  readonly file: string;
  readonly json?: true;
}

const LOCK_NAME = 'quartermaster.lock';

const EXAMPLES = `
A lock holds the version that is served of each tool, and the digest of its contract.

Examples:
  $ quartermaster lock --namespace support          every tool of the namespace
  $ quartermaster lock support.create_ticket        these tools
  $ quartermaster lock verify                       1 where an agent would get another`;

/** `quartermaster lock`: writes down what is served, and finds what has drifted since. */
export const register = (program: Command, session: Session): void => {
  const lock = program
    .command('lock')
    .description('write down which version of each tool is served, and verify it later')
    .argument('[tool_id...]', 'the tools to lock')
    .option('--namespace <name>', 'every tool of it; repeatable', repeated)
    .option('--file <path>', 'the lock file', LOCK_NAME)
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((toolIds: string[], options: Options) => runLock(toolIds, options, session));
  lock
    .command('verify')
    .description('end with 1 where what is served is not what was locked')
    .option('--file <path>', 'the lock file', LOCK_NAME)
    .option('--json', 'as JSON')
    .action((options: Options) => runVerify(options, session));
};

async function runLock(
  toolIds: readonly string[],
  { namespace: namespaces = [], file, json }: Options,
  session: Session,
): Promise<void> {
  if (toolIds.length === 0 && namespaces.length === 0) {
    throw usageFailure('Name the tools to lock, or give --namespace.');
  }
  const tools = await servedTools(clientOf(session), { namespaces, toolIds });
  const absent = toolIds.filter((id) => !tools.some(({ tool_id }) => tool_id === id));
  if (absent.length > 0) {
    throw new CommandFailure(
      EXIT.refused,
      `no version is served of ${absent.join(', ')}`,
      '`quartermaster get <tool_id>` shows the versions that there are.',
    );
  }
  const document = lockDocument({ namespaces, tools });
  await writeFile(file, `${JSON.stringify(document, null, 2)}\n`).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageFailure(`${file} cannot be written: ${reason}`);
  });
  const { terminal } = session;
  terminal.out(
    json === true
      ? JSON.stringify({ file, ...document }, null, 2)
      : `${plural(tools.length, 'tool')} locked in ${file}.`,
  );
}

async function runVerify({ file, json }: Options, session: Session): Promise<void> {
  const lock = await lockFrom(file);
  const { namespaces } = lock;
  const toolIds = lock.tools.map(({ tool_id }) => tool_id);
  const served = await servedTools(clientOf(session), { namespaces, toolIds });
  const drift = driftOf(lock.tools, served);
  const { terminal } = session;
  terminal.out(
    json === true
      ? JSON.stringify({ file, ok: drift.length === 0, drift }, null, 2)
      : driftText(terminal, drift, lock),
  );
  if (drift.length > 0) throw new CommandEnd(EXIT.refused);
}

async function lockFrom(file: string): Promise<Lock> {
  if (!existsSync(file)) {
    throw usageFailure(
      `there is no ${file}`,
      '`quartermaster lock` writes one; or name another with --file.',
    );
  }
  const reading = readLock(await readDocument(file));
  if (reading.ok) return reading.lock;
  throw usageFailure(`${file} is no lock`, '`quartermaster lock` writes one.');
}

function driftText(terminal: Terminal, drift: readonly Drift[], { tools }: Lock): string {
  const counted = plural(tools.length, 'locked tool');
  if (drift.length === 0) return `${counted}: what is served is what was locked.`;
  const columns = ['tool', 'drift', 'locked', 'served'].map((head) => ({ head }));
  const rows = drift.map(({ tool_id, kind, locked, served }) => [
    tool_id,
    kind,
    locked?.version ?? '·',
    served?.version ?? '·',
  ]);
  return `${table(terminal, columns, rows)}\n\n${counted}: ${drift.length} drifted.`;
}
