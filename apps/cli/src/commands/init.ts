import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { isToolId } from '#core/contract/tool-id.js';
import { usageFailure } from '../exit-codes.js';
import { MANIFEST_NAME } from '../manifests/find-manifests.js';
import { starterManifest } from '../manifests/starter.js';
import type { Session } from '../session.js';

interface Options {
  readonly tool: string;
  readonly owner: string;
  readonly force?: true;
  readonly json?: true;
}

const EXAMPLES = `
The first line of the file tells editors the schema; it names the catalog of QM_URL.

Examples:
  $ quartermaster init --tool support.find_order --owner support-platform
  $ quartermaster lint`;

/** `quartermaster init`: a manifest to start from. */
export const register = (program: Command, session: Session): void => {
  program
    .command('init')
    .description(`write a ${MANIFEST_NAME} to start from`)
    .argument('[file]', 'where to', MANIFEST_NAME)
    .option('--tool <tool_id>', 'the first tool', 'example.find_order')
    .option('--owner <name>', 'who answers for the tools', 'my-team')
    .option('--force', 'replace a file that is there')
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: Options) => runInit(file, options, session));
};

async function runInit(
  file: string,
  { tool, owner, force, json }: Options,
  { terminal, settings }: Session,
): Promise<void> {
  if (!isToolId(tool)) throw usageFailure(`${tool} is no tool_id such as support.find_order`);
  const text = starterManifest({ toolId: tool, owner, catalog: settings.url });
  try {
    await writeFile(file, text, { flag: force === true ? 'w' : 'wx' });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const reason = error instanceof Error ? error.message : String(error);
    throw isThere
      ? usageFailure(`${file} is there already`, '--force replaces it.')
      : usageFailure(`${file} cannot be written: ${reason}`);
  }
  terminal.out(
    json === true
      ? JSON.stringify({ file, tool_id: tool }, null, 2)
      : `${file} is written. Next: quartermaster lint ${file}`,
  );
}
