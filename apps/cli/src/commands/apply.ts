import type { Command } from 'commander';
import {
  appliedJson,
  appliedText,
  refusedText,
  refusedTool,
  type RefusedTool,
} from '../apply/apply-report.js';
import { applyTools } from '../apply/apply-tools.js';
import { readWholeNumber } from '../catalog/whole-number.js';
import { CommandEnd, EXIT } from '../exit-codes.js';
import { loadWholeManifests } from '../manifests/load-manifests.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly wait: number;
  readonly inParts?: true;
  readonly json?: true;
}

const EXAMPLES = `
All or nothing, and the same again changes nothing: what is there already is unchanged.
Every new version is a draft; \`transition\` takes it further.

Examples:
  $ quartermaster apply
  $ quartermaster apply tools/*/quartermaster.yaml --wait 300`;

/** `quartermaster apply`: registers every tool of the manifests, or none of them. */
export const register = (program: Command, session: Session): void => {
  program
    .command('apply')
    .description('register the tools of manifest files: all of them, or none')
    .argument('[file...]', 'manifest files, or folders with a quartermaster.yaml')
    .option(
      '--wait <seconds>',
      'how long to wait for a busy or absent catalog',
      readWholeNumber,
      60,
    )
    .option('--in-parts', 'where it is more than one request takes: check all, then write in parts')
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((files: string[], options: Options) => runApply(files, options, session));
};

async function runApply(
  named: readonly string[],
  { wait, inParts, json }: Options,
  session: Session,
): Promise<void> {
  const { terminal } = session;
  const { tools } = await loadWholeManifests(named);
  const client = clientOf(session, {
    patienceMs: wait * 1000,
    onWait: (reason, ms) => terminal.err(`${reason}; trying again in ${ms / 1000} s`),
  });
  const toolOf = new Map(
    tools.map((tool) => {
      const { tool_id, version, manifest } = tool;
      return [{ tool_id, version, manifest }, tool] as const;
    }),
  );
  const applied = await applyTools(client, [...toolOf.keys()], inParts === true);
  if (applied.ok) {
    const { outcomes } = applied;
    terminal.out(json === true ? appliedJson(outcomes) : appliedText(terminal, outcomes));
    return;
  }
  const refused = [...applied.refused].flatMap(([item, reason]): RefusedTool[] => {
    const tool = toolOf.get(item);
    return tool === undefined ? [] : [refusedTool(tool, reason)];
  });
  terminal.out(
    json === true
      ? JSON.stringify({ applied: false, refused }, null, 2)
      : refusedText(terminal, refused),
  );
  throw new CommandEnd(EXIT.refused);
}
