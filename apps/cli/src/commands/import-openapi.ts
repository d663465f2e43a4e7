import type { Command } from 'commander';
import { planOpenApi } from '#core/imports/openapi/plan-openapi.js';
import type { Profile } from '#core/imports/tools-list/profile.js';
import { concludeImport } from '../imports/conclude-import.js';
import { keptApart, type PlannedFile } from '../imports/import-lists.js';
import { importSettled } from '../imports/import-settled.js';
import { profileOf, withProfileOptions, type ProfileOptions } from '../imports/profile-options.js';
import { readOpenApiFile, type OpenApiFile } from '../imports/read-openapi-file.js';
import type { Session } from '../session.js';

interface Options extends ProfileOptions {
  readonly clarified?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

const EXAMPLES = `
The key needs \`publish\` and \`read\` for the namespaces.

Examples:
  $ quartermaster import openapi openapi.yaml --owner payments --role operator
  $ quartermaster import openapi openapi.yaml --profile profile.yaml --dry-run
  $ quartermaster import openapi openapi.yaml --owner payments --clarified

Every operation becomes a tool, as a draft. What has changed since the last import gets
the version step that the catalog requires. docs/cli.md has more.`;

/** `quartermaster import openapi`: the operations of an API, registered one by one as drafts. */
export const register = (parent: Command, session: Session): void => {
  const command = parent
    .command('openapi')
    .description('register the operations of OpenAPI documents (2.0, 3.0, 3.1, 3.2) as drafts')
    .argument('<file...>', 'documents in JSON or YAML, each whole: nothing is fetched');
  withProfileOptions(command, {
    namespace: "instead of the document's title",
    version: "of new and changed tools, instead of the document's and of the required step",
    target: ['--target <name>', 'the name or address under which the document is known'],
  })
    .option('--clarified', 'declare that changed titles and descriptions mean the same as before')
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
  const documents = await Promise.all(files.map(readOpenApiFile));
  const planned = keptApart(documents.flatMap((document) => planOf(document, profile)));
  const dryRun = options.dryRun === true;
  const settled = { profile, dryRun, clarified: options.clarified === true };
  const servers = await importSettled(planned, settled, session);
  const unreadable = documents.flatMap(({ file, reading }) =>
    reading.ok
      ? []
      : [{ file, code: reading.code, pointer: reading.pointer, message: reading.message }],
  );
  const report = { dry_run: dryRun, servers, unreadable };
  concludeImport(report, options.json === true, session.terminal);
}

function planOf({ file, fallbackName, reading }: OpenApiFile, profile: Profile): PlannedFile[] {
  return reading.ok ? [{ file, plan: planOpenApi(reading.document, profile, fallbackName) }] : [];
}
