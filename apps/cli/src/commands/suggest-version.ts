import type { Command } from 'commander';
import { askChecks } from '../plan/ask-checks.js';
import { loadWholeManifests, type LoadedTool } from '../manifests/load-manifests.js';
import { writeVersions } from '../manifests/write-versions.js';
import { table } from '../output/table.js';
import { clientOf, type Session } from '../session.js';
import { HIGHEST, suggestVersion, type Suggestion } from '../plan/suggest-version.js';

interface Options {
  readonly write?: true;
  readonly json?: true;
}

const EXAMPLES = `
The lowest number above every release that is large enough for what changed. Where
nothing changed it is the release that is there; without a release, the manifest's own.

Examples:
  $ quartermaster suggest-version
  $ quartermaster suggest-version --write       puts the numbers into the manifest`;

/** `quartermaster suggest-version`: the number that the next release of each tool takes. */
export const register = (program: Command, session: Session): void => {
  program
    .command('suggest-version')
    .description('tell the number that the next release of each tool takes')
    .argument('[file...]', 'manifest files, or folders with a quartermaster.yaml')
    .option('--write', 'put the numbers into the manifest files')
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((files: string[], options: Options) => run(files, options, session));
};

async function run(named: readonly string[], options: Options, session: Session): Promise<void> {
  const { terminal } = session;
  const { tools } = await loadWholeManifests(named);
  const client = clientOf(session);
  const stated = await askChecks(client, tools);
  const highest = await askChecks(
    client,
    tools.map((tool) => ({ ...tool, version: HIGHEST })),
  );
  const suggestions = tools.map((tool, n) => ({
    tool,
    ...suggestVersion(tool.version, stated[n], highest[n]),
  }));
  const written = options.write === true ? await write(suggestions) : new Set<LoadedTool>();
  if (options.json === true) {
    const told = suggestions.map(({ tool, ...suggestion }) => ({
      tool_id: tool.tool_id,
      version: tool.version,
      ...suggestion,
      written: written.has(tool),
    }));
    terminal.out(JSON.stringify({ tools: told }, null, 2));
    return;
  }
  const columns = ['tool', 'declared', 'released', 'required', 'suggested', ''];
  const rows = suggestions.map(({ tool, baseline, required_bump: required, suggested }) => {
    const note = written.has(tool) ? 'written' : '';
    return [tool.tool_id, tool.version, baseline ?? '·', required ?? '·', suggested, note];
  });
  terminal.out(
    table(
      terminal,
      columns.map((head) => ({ head })),
      rows,
    ),
  );
}

/** What did not change keeps its number, which others may share; `apply` finds it unchanged. */
async function write(
  suggestions: readonly (Suggestion & { readonly tool: LoadedTool })[],
): Promise<ReadonlySet<LoadedTool>> {
  const released = suggestions.filter(({ required_bump: required }) => required !== 'none');
  await writeVersions(
    released.map(({ tool, suggested }) => ({
      tool_id: tool.tool_id,
      at: tool.locateVersion(),
      from: tool.version,
      to: suggested,
    })),
  );
  return new Set(
    released.flatMap(({ tool, suggested }) => (suggested === tool.version ? [] : [tool])),
  );
}
