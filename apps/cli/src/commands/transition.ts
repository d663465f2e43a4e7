import { Argument, type Command } from 'commander';
import { objectOf, type Json, type JsonObject } from '#core/json/value.js';
import { STATES } from '#core/lifecycle/state.js';
import { asObject, textAt } from '../catalog/fields.js';
import { versionPath, type VersionName } from '../catalog/paths.js';
import { versionsNamed } from '../catalog/versions-named.js';
import type { ApiClient } from '../client/api-client.js';
import { paint } from '../output/terminal.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly manifest?: string | true;
  readonly reason?: string;
  readonly sunsetAt?: string;
  readonly successor?: string;
  readonly retracted?: true;
  readonly breakGlass?: true;
  readonly json?: true;
}

const EXAMPLES = `
Who may take which step, and what it needs: docs/lifecycle.md. Evidence is given with
\`quartermaster evidence\`.

Examples:
  $ quartermaster transition review --manifest            every version of quartermaster.yaml
  $ quartermaster transition enabled support.create_ticket@1.3.0
  $ quartermaster transition deprecated support.create_ticket@1.2.0 \\
      --reason 'use 2' --successor support.create_ticket@2.0.0`;

/** `quartermaster transition`: takes versions one step along their lifecycle. */
export const register = (program: Command, session: Session): void => {
  program
    .command('transition')
    .description('take versions one step along their lifecycle')
    .addArgument(new Argument('<to>', 'the state to reach').choices(STATES))
    .argument('[version...]', 'as tool_id@version')
    .option('--manifest [file]', 'every version of a manifest file instead')
    .option('--reason <text>', 'why: every step back or out of use needs one')
    .option('--sunset-at <time>', 'with deprecated: when the version goes away')
    .option('--successor <name>', 'with deprecated: tool_id, or tool_id@version')
    .option('--retracted', 'with disabled: never a baseline again')
    .option('--break-glass', 'with staging: an admin approves their own work, for a reason')
    .option('--json', 'the versions as they stand then, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((to: string, names: string[], options: Options) => run(to, names, options, session));
};

async function run(
  to: string,
  names: readonly string[],
  options: Options,
  session: Session,
): Promise<void> {
  const { terminal } = session;
  const versions = await versionsNamed(names, options.manifest);
  const client = clientOf(session);
  const body = bodyOf(to, options);
  const answers: JsonObject[] = [];
  // In turn: where one is refused, those before it are told.
  for (const version of versions) {
    const answer = await step(client, version, body);
    answers.push(answer);
    if (options.json === true) continue;
    const state = textAt(answer, 'state') ?? '';
    const short = state === to ? '' : `: more approvals are needed for ${to}`;
    terminal.out(
      `${version.tool_id} ${version.version}  ${paint(terminal, 'green', state)}${short}`,
    );
  }
  if (options.json === true) terminal.out(JSON.stringify({ versions: answers }, null, 2));
}

async function step(
  client: ApiClient,
  version: VersionName,
  body: JsonObject,
): Promise<JsonObject> {
  const path = `${versionPath(version)}/transitions`;
  const answer = await client.send({ method: 'POST', path, body, once: true });
  return asObject(answer.body);
}

function bodyOf(to: string, options: Options): JsonObject {
  const stated: Record<string, Json | undefined> = {
    to,
    reason: options.reason,
    sunset_at: options.sunsetAt,
    successor: options.successor,
    retracted: options.retracted,
    break_glass: options.breakGlass,
  };
  return objectOf(
    Object.entries(stated).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
