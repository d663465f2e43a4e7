import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { member, type JsonObject } from '#core/json/value.js';
import { exportedTool } from '#core/manifests/exported-tool.js';
import { allPages } from '../catalog/all-pages.js';
import { eachInTurn } from '../catalog/each-in-turn.js';
import { asObject, textAt } from '../catalog/fields.js';
import { toolPath } from '../catalog/paths.js';
import type { ApiClient } from '../client/api-client.js';
import { yamlText } from '../documents/yaml-text.js';
import { CommandFailure, EXIT, usageFailure } from '../exit-codes.js';
import { modeline } from '../manifests/starter.js';
import { plural } from '../output/text.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly namespace?: string;
  readonly latest?: true;
  readonly file?: string;
  readonly json?: true;
}

const EXAMPLES = `
The key needs \`read\`. Applied to an empty catalog, every version is there again as a
draft with the same digest; applied to this one, everything is unchanged. States,
approvals, evidence, waivers and notes stay behind.

Examples:
  $ quartermaster export --file catalog.yaml            every version of every tool
  $ quartermaster export --namespace support --latest   one version of each tool`;

/** `quartermaster export`: the catalog as a manifest file that registers again unchanged. */
export const register = (program: Command, session: Session): void => {
  program
    .command('export')
    .description('write tools as a manifest file that `apply` registers again unchanged')
    .argument('[tool_id...]', 'only these tools')
    .option('--namespace <name>', 'only the tools of this namespace')
    .option('--latest', 'one version of each tool: the highest in force, else the highest')
    .option('--file <path>', 'into this file instead of the output')
    .option('--json', 'as JSON, which is YAML too')
    .addHelpText('after', EXAMPLES)
    .action((toolIds: string[], options: Options) => run(toolIds, options, session));
};

async function run(
  toolIds: readonly string[],
  { namespace, latest, file, json }: Options,
  session: Session,
): Promise<void> {
  const { terminal, settings } = session;
  const client = clientOf(session);
  const listed = toolIds.length > 0 ? toolIds : await toolIdsOf(client, namespace);
  const entries = await eachInTurn(listed, (toolId) => entriesOf(client, toolId, latest === true));
  const tools = entries.flat();
  if (tools.length === 0) throw new CommandFailure(EXIT.refused, 'there is no tool to export');
  const text =
    json === true
      ? JSON.stringify({ tools }, null, 2)
      : `${modeline(settings.url)}\n${yamlText({ tools })}`.trimEnd();
  if (file === undefined) {
    terminal.out(text);
    return;
  }
  await writeTo(file, `${text}\n`);
  const versions = plural(tools.length, 'version');
  terminal.err(`${versions} of ${plural(entries.length, 'tool')} written to ${file}.`);
}

async function toolIdsOf(client: ApiClient, namespace: string | undefined): Promise<string[]> {
  const rows = await allPages(client, '/v1/tools', { namespace });
  return rows.flatMap((row) => textAt(row, 'tool_id') ?? []);
}

/** The lowest version first, as they were registered. */
async function entriesOf(
  client: ApiClient,
  toolId: string,
  latestOnly: boolean,
): Promise<JsonObject[]> {
  const tool = asObject((await client.send({ method: 'GET', path: toolPath(toolId) })).body);
  if (member(tool, 'policy') === undefined) {
    throw new CommandFailure(
      EXIT.refused,
      `the key may use ${toolId} and not read it whole`,
      'An export needs the permission read.',
    );
  }
  const versions = await allPages(client, `${toolPath(toolId)}/versions`);
  const latest = textAt(tool, 'latest');
  const [highest] = versions;
  const wanted = latestOnly
    ? [versions.find((version) => textAt(version, 'version') === latest) ?? highest]
    : [...versions].reverse();
  return wanted.flatMap((version) => (version === undefined ? [] : [exportedTool(tool, version)]));
}

async function writeTo(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageFailure(`${file} cannot be written: ${reason}`);
  }
}
